package encore.infra.eventstore.mongo.writer;

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

/** Groups commits that are inserted together. */
final class CommitGroups {

    private static final int LARGEST_GROUP = 1_000;
    private static final long LARGEST_GROUP_BYTES = 8L << 20;

    private CommitGroups() {}

    /**
     * Takes the next group from the queue. No id is in it twice. A stream is in it twice only when the second commit
     * directly follows the first, so that a failing commit fails only those that depend on it.
     *
     * @param isLeft whether a commit stays in the queue; commits that must come after it stay too
     */
    static List<PendingAppend> takeNext(
            Iterable<PendingAppend> waiting, Predicate<PendingAppend> isLeft, LogHash hash) {
        List<PendingAppend> group = new ArrayList<>();
        Set<Object> used = new HashSet<>();
        Map<String, byte[]> written = new HashMap<>();
        long bytes = 0;
        for (Iterator<PendingAppend> each = waiting.iterator();
                each.hasNext() && group.size() < LARGEST_GROUP && bytes < LARGEST_GROUP_BYTES; ) {
            PendingAppend next = each.next();
            if (next.outcome().isDone()) {
                each.remove();
                continue;
            }
            Set<String> streams = next.streams();
            Set<Binary> ids = next.uniqueIds(hash);
            boolean free = ids.stream().noneMatch(used::contains)
                    && streams.stream().noneMatch(used::contains)
                    && streams.stream()
                            .allMatch(stream -> !written.containsKey(stream) || next.follows(stream, written));
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
