package encore.infra.eventstore.mongo.writer;

import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.adapter.StreamHeadCache;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.infra.eventstore.log.commit.AppendFailure.PredecessorMissing;
import encore.infra.eventstore.log.commit.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.Predecessor;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
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
final class SequenceCheck {

    private static final int MAX_STREAMS = 65_536;

    private final CommitCollection commitCollection;
    private final StreamHeadCache heads;
    /** The ids of the commits that wrote the last events of streams, as far as they are known. */
    private final Map<String, byte[]> lastCommits = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, byte[]> eldest) {
            return size() > MAX_STREAMS;
        }
    };

    SequenceCheck(CommitCollection commitCollection, StreamHeadCache heads) {
        this.commitCollection = commitCollection;
        this.heads = heads;
    }

    void noteAppended(List<StoredEvent> events) {
        events.forEach(heads::update);
        events.forEach(event -> lastCommits.put(event.stream(), event.commitId()));
    }

    /**
     * Returns the commits whose events follow the last ones of their streams. The unique index only decides whether a
     * slot is free.
     */
    List<PendingAppend> acceptable(List<PendingAppend> group, BiConsumer<PendingAppend, AppendFailure> refused) {
        Set<String> before = unknownPredecessors(group);
        Set<String> there = before.isEmpty() ? before : commitCollection.takenSlots(before);
        List<PendingAppend> free = new ArrayList<>(group.size());
        Map<String, Long> sequences = new HashMap<>();
        Map<String, byte[]> written = new HashMap<>();
        for (PendingAppend pendingAppend : group) {
            AppendFailure failure = conflict(pendingAppend, sequences, written, there);
            if (failure == null) {
                free.add(pendingAppend);
                pendingAppend.commit().events().forEach(event -> {
                    sequences.put(event.stream(), event.sequence());
                    written.put(event.stream(), pendingAppend.commit().id());
                });
            } else {
                refused.accept(pendingAppend, failure);
            }
        }
        return free;
    }

    /** Returns the slots that must be taken in the log, but are not known to be. */
    private Set<String> unknownPredecessors(List<PendingAppend> group) {
        Set<String> before = new HashSet<>();
        Set<String> seen = new HashSet<>();
        for (PendingAppend pendingAppend : group) {
            for (NewEvent event : pendingAppend.commit().events()) {
                if (seen.add(event.stream()) && event.sequence() > 0 && heads.cached(event.stream()) == null) {
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
    private @Nullable AppendFailure conflict(
            PendingAppend pendingAppend, Map<String, Long> sequences, Map<String, byte[]> written, Set<String> there) {
        Predecessor predecessor = pendingAppend.commit().predecessor();
        if (predecessor != null
                && !pendingAppend.follows(
                        predecessor.stream(), written.containsKey(predecessor.stream()) ? written : lastCommits)) {
            return new PredecessorMissing(predecessor.stream());
        }
        Map<String, Long> own = new HashMap<>();
        for (NewEvent event : pendingAppend.commit().events()) {
            String stream = event.stream();
            Long known = own.getOrDefault(stream, sequences.get(stream));
            StreamHead head = known == null ? heads.cached(stream) : null;
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
