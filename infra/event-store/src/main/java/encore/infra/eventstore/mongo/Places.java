package encore.infra.eventstore.mongo;

import encore.infra.eventstore.log.AppendFailure;
import encore.infra.eventstore.log.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.AppendFailure.Undone;
import encore.infra.eventstore.log.NewCommit.Behind;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.StreamHeads;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Checks that commits follow the last events of their streams. Confined to the writer's thread. */
final class Places {

    private static final int MOST_ENDS = 65_536;

    private final Commits commits;
    private final StreamHeads heads;
    /** The ids of the commits that wrote the last events of streams, as far as they are known. */
    private final Map<String, byte[]> ends = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MOST_ENDS;
        }
    };

    Places(Commits commits, StreamHeads heads) {
        this.commits = commits;
        this.heads = heads;
    }

    void saw(List<StoredEvent> events) {
        events.forEach(heads::saw);
        events.forEach(event -> ends.put(event.stream(), event.commitId()));
    }

    /**
     * Returns the commits whose events follow the last ones of their streams. The unique index only decides whether a
     * slot is free.
     */
    List<Append> free(List<Append> group, BiConsumer<Append, AppendFailure> refused) {
        Set<String> before = placesBefore(group);
        Set<String> there = before.isEmpty() ? before : commits.taken(before);
        List<Append> free = new ArrayList<>(group.size());
        Map<String, Long> sequences = new HashMap<>();
        Map<String, byte[]> written = new HashMap<>();
        for (Append append : group) {
            AppendFailure failure = misplaced(append, sequences, written, there);
            if (failure == null) {
                free.add(append);
                append.commit().events().forEach(event -> {
                    sequences.put(event.stream(), event.sequence());
                    written.put(event.stream(), append.commit().id());
                });
            } else {
                refused.accept(append, failure);
            }
        }
        return free;
    }

    /** Returns the slots that must be taken in the log, but are not known to be. */
    private Set<String> placesBefore(List<Append> group) {
        Set<String> before = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (Append append : group) {
            for (NewEvent event : append.commit().events()) {
                if (seen.add(event.stream()) && event.sequence() > 0 && heads.known(event.stream()) == null) {
                    before.add(CommitDocument.slot(event.stream(), event.sequence() - 1));
                }
            }
        }
        return before;
    }

    /**
     * Returns the reason why a commit cannot be appended, or null. Either the commit that it was decided on is neither
     * in the log nor before it in the group, or another commit has its sequence.
     */
    private @Nullable AppendFailure misplaced(
            Append append, Map<String, Long> sequences, Map<String, byte[]> written, Set<String> there) {
        Behind behind = append.commit().behind();
        if (behind != null
                && !append.standsBehind(behind.stream(), written.containsKey(behind.stream()) ? written : ends)) {
            return new Undone(behind.stream());
        }
        Map<String, Long> own = new HashMap<>();
        for (NewEvent event : append.commit().events()) {
            String stream = event.stream();
            Long known = own.getOrDefault(stream, sequences.get(stream));
            StreamHead head = known == null ? heads.known(stream) : null;
            known = head == null ? known : Long.valueOf(head.sequence());
            boolean follows = known != null
                    ? event.sequence() == known + 1
                    : event.sequence() == 0 || there.contains(CommitDocument.slot(stream, event.sequence() - 1));
            if (!follows) {
                return new SequenceTaken(stream, event.sequence());
            }
            own.put(stream, event.sequence());
        }
        return null;
    }
}
