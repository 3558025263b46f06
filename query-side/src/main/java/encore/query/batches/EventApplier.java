package encore.query.batches;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder;
import encore.infra.views.Documents;
import encore.infra.views.Partitions;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.projection.ProjectionHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies events to the documents of one partition, and stores the position in the same batch. An event that cannot be
 * applied becomes a dead letter, and later events of its stream wait as dead letters too. All methods are called under
 * the lock of the partition's runner.
 */
public final class EventApplier {

    private static final Logger LOG = LoggerFactory.getLogger(EventApplier.class);

    /**
     * From this many events on, one query for their documents is cheaper than one look-up each, even when most
     * documents are cached.
     */
    private static final int PREFETCH_FROM = 100;

    private final ProjectionHandlers handlers;
    private final Views.Partition partition;
    private final int index;
    private final int partitions;
    private final DeadLetterQueue letters;
    private final String name;

    /** The streams with dead letters. Guarded by the lock of the partition's runner. */
    private final Set<String> blockedStreams = new HashSet<>();

    public EventApplier(
            ProjectionHandlers handlers, Views.Version version, int index, DeadLetterQueue letters, String name) {
        this.handlers = handlers;
        this.partition = version.partitions().get(index);
        this.index = index;
        this.partitions = version.partitions().size();
        this.letters = letters;
        this.name = name;
    }

    /** Loads the streams that have dead letters. */
    public void prepare() {
        blockedStreams.clear();
        letters.forEach(letter -> blockedStreams.add(letter.stream()));
    }

    /** Returns the events that write documents of this partition. */
    public List<RecordedEvent> ownPart(List<RecordedEvent> events) {
        return partitions == 1 ? events : events.stream().filter(this::isOwn).toList();
    }

    /** An event that cannot be decoded belongs to every partition, because its documents are unknown. */
    private boolean isOwn(RecordedEvent event) {
        return event.event() instanceof UndecodablePlaceholder
                || handlers.keys(event).stream().anyMatch(key -> Partitions.of(key, partitions) == index);
    }

    /**
     * Applies a batch of events. An event that cannot be applied becomes a dead letter.
     *
     * @param stored the position stored before the batch
     * @param last the position to store with the batch
     * @param mayPostpone whether the position need not be stored with a batch that changes nothing. A transaction for each
     *     such batch costs more than the events in it, and nothing is lost without one: the events change nothing again
     */
    public Applied apply(List<RecordedEvent> events, long stored, long last, boolean mayPostpone) {
        try {
            return applyTogether(events, last, mayPostpone);
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (partition.position() != stored) {
                throw e;
            }
            // A document that cannot be written fails only at the commit. One by one, the event that causes it is
            // found.
            LOG.warn(
                    "{} could not commit {} events together and applies them one by one: {}",
                    name,
                    events.size(),
                    e.getClass().getName());
            var applied = new ArrayList<RecordedEvent>();
            for (RecordedEvent event : events) {
                if (event.position() > partition.position()) {
                    applied.addAll(applyAlone(event));
                }
            }
            moveTo(last);
            return new Applied(applied, true);
        }
    }

    /**
     * The outcome of a batch.
     *
     * @param events the events that were applied
     * @param isStored whether the position is stored
     */
    public record Applied(List<RecordedEvent> events, boolean isStored) {}

    /** Stores the position alone. */
    public void moveTo(long last) {
        try (Documents.Batch batch = partition.begin()) {
            batch.commit(last);
        }
    }

    private List<RecordedEvent> applyAlone(RecordedEvent event) {
        try {
            return applyTogether(List.of(event), event.position(), false).events();
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            try (Documents.Batch batch = partition.begin()) {
                batch.addDeadLetter(DeadLetterQueue.of(event, e, 1));
                batch.commit(event.position());
            }
            blockedStreams.add(event.stream());
            return List.of();
        }
    }

    private Applied applyTogether(List<RecordedEvent> events, long last, boolean mayPostpone) {
        boolean isStored;
        var applied = new ArrayList<RecordedEvent>(events.size());
        var failedStreams = new HashSet<String>();
        var freedStreams = new HashSet<String>();
        try (Documents.Batch batch = partition.begin()) {
            if (events.size() >= PREFETCH_FROM) {
                prefetch(events, batch);
            }
            for (RecordedEvent event : events) {
                boolean isWaiting = (blockedStreams.contains(event.stream()) && !freedStreams.contains(event.stream()))
                        || failedStreams.contains(event.stream());
                boolean isEnding = event.event() instanceof Event.FinalEvent;
                if (isWaiting && !isEnding) {
                    batch.addDeadLetter(DeadLetterQueue.waitingLetter(event));
                    continue;
                }
                Throwable thrown = attempt(event, batch);
                if (thrown != null) {
                    batch.addDeadLetter(DeadLetterQueue.of(event, thrown, 1));
                    failedStreams.add(event.stream());
                } else {
                    applied.add(event);
                    if (isEnding && isWaiting) {
                        removeLetters(event.stream(), events, batch);
                        freedStreams.add(event.stream());
                        failedStreams.remove(event.stream());
                    }
                }
            }
            isStored = !mayPostpone || batch.isChanged();
            if (isStored) {
                batch.commit(last);
            }
        }
        blockedStreams.removeAll(freedStreams);
        blockedStreams.addAll(failedStreams);
        return new Applied(applied, isStored);
    }

    /**
     * Prefetches the first document of each handler with one query. Documents that a handler reads depending on the
     * first are read one by one.
     */
    private void prefetch(List<RecordedEvent> events, Documents.Batch batch) {
        var prefetchRecorder = new PrefetchRecorder();
        for (RecordedEvent event : events) {
            prefetchRecorder.mark();
            try {
                handlers.apply(event, ownPart(event, prefetchRecorder));
            } catch (OutOfMemoryError e) {
                throw e;
            } catch (Throwable e) {
                LOG.trace("Prefetching for {} failed; the event itself is tried later", event.position());
            }
        }
        prefetchRecorder.keys.forEach(batch::prefetch);
    }

    /**
     * Removes all dead letters of a stream whose end was applied. The end is applied even while the stream has dead
     * letters, because it erases; earlier events then do not matter any more.
     */
    private void removeLetters(String stream, List<RecordedEvent> events, Documents.Batch batch) {
        letters.of(stream).forEach(letter -> batch.removeDeadLetter(letter.position()));
        events.stream()
                .filter(event -> event.stream().equals(stream))
                .forEach(event -> batch.removeDeadLetter(event.position()));
    }

    /** Applies one event, or undoes its changes. Returns the exception of its handler, or null. */
    private @Nullable Throwable attempt(RecordedEvent event, Documents.Batch batch) {
        batch.mark();
        try {
            handlers.apply(event, ownPart(event, batch));
            return null;
        } catch (ViewsUnavailable | VirtualMachineError e) {
            if (!(e instanceof StackOverflowError)) {
                throw e;
            }
            batch.undoToMark();
            return e;
        } catch (Throwable e) {
            LOG.error(
                    "{} cannot apply {} at {}: {}",
                    name,
                    event.event().getClass().getSimpleName(),
                    event.position(),
                    e.getClass().getName());
            batch.undoToMark();
            return e;
        }
    }

    private Documents.Batch ownPart(RecordedEvent event, Documents.Batch batch) {
        return partitions == 1 || event.event() instanceof UndecodablePlaceholder
                ? batch
                : new PartitionBatch(batch, handlers.keys(event), index, partitions);
    }

    /** Retries a dead letter. Returns whether it is applied now. */
    public boolean retry(Letter letter, RecordedEvent event, long position) {
        try (Documents.Batch batch = partition.begin()) {
            Throwable thrown = attempt(event, batch);
            if (thrown == null) {
                batch.removeDeadLetter(letter.position());
            } else {
                batch.addDeadLetter(DeadLetterQueue.of(event, thrown, letter.attempts() + 1));
            }
            batch.commit(position);
            return thrown == null;
        }
    }

    public void discard(Letter letter, long position) {
        try (Documents.Batch batch = partition.begin()) {
            batch.removeDeadLetter(letter.position());
            batch.commit(position);
        }
    }

    /** Records that a stream has no dead letters any more. */
    public void unblock(String stream) {
        blockedStreams.remove(stream);
    }
}
