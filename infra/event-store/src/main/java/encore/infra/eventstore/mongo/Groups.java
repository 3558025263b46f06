package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.LogHash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.bson.types.Binary;

/** Puts commits together that are inserted at once. */
final class Groups {

    private static final int LARGEST_GROUP = 1_000;
    private static final long LARGEST_GROUP_BYTES = 8L << 20;

    private Groups() {}

    /**
     * Takes a group out of what waits: no id twice, and no stream but behind what the group has of it, so that who fails
     * takes along only what stands on it.
     *
     * @param isLeft of what stays where it is, with all that must come behind it
     */
    static List<Append> next(Iterable<Append> waiting, Predicate<Append> isLeft, LogHash hash) {
        List<Append> group = new ArrayList<>();
        Set<Object> used = new HashSet<>();
        Map<String, byte[]> written = new HashMap<>();
        long bytes = 0;
        for (Iterator<Append> each = waiting.iterator();
                each.hasNext() && group.size() < LARGEST_GROUP && bytes < LARGEST_GROUP_BYTES; ) {
            Append next = each.next();
            if (next.outcome().isDone()) {
                each.remove();
                continue;
            }
            Set<String> streams = next.streams();
            Set<Binary> ids = next.unique(hash);
            boolean free = ids.stream().noneMatch(used::contains)
                    && streams.stream().noneMatch(used::contains)
                    && streams.stream()
                            .allMatch(stream -> !written.containsKey(stream) || next.standsBehind(stream, written));
            if (free && !isLeft.test(next)) {
                group.add(next);
                bytes += next.bytes();
                each.remove();
                streams.forEach(stream -> written.put(stream, next.commit().id()));
            } else {
                used.addAll(streams);
            }
            used.addAll(ids);
        }
        return group;
    }
}
