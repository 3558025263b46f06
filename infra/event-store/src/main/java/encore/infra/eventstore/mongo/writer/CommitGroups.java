package encore.infra.eventstore.mongo.writer;

import encore.infra.eventstore.log.LogHash;
import java.util.ArrayList;
import java.util.Collections;
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
     * @param staysQueued whether a commit stays in the queue; commits that must come after it stay too
     */
    static List<PendingAppend> takeNext(
            Iterable<PendingAppend> waiting, Predicate<PendingAppend> staysQueued, LogHash hash) {
        List<PendingAppend> group = new ArrayList<>();
        // A later commit with one of these ids must wait for the next group.
        Set<Binary> blockedIds = new HashSet<>();
        // The streams of commits that stay: a later commit to them must not overtake.
        Set<String> blockedStreams = new HashSet<>();
        Map<String, byte[]> lastCommits = new HashMap<>();
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
            boolean fits = Collections.disjoint(ids, blockedIds)
                    && Collections.disjoint(streams, blockedStreams)
                    && streams.stream()
                            .allMatch(stream -> !lastCommits.containsKey(stream) || next.follows(stream, lastCommits));
            if (fits && !staysQueued.test(next)) {
                group.add(next);
                bytes += next.bytes();
                each.remove();
                streams.forEach(stream -> lastCommits.put(stream, next.commit().id()));
            } else {
                blockedStreams.addAll(streams);
            }
            blockedIds.addAll(ids);
        }
        return group;
    }
}
