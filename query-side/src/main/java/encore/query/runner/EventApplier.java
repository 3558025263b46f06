package encore.query.runner;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.Undecodable;
import encore.infra.views.Documents;
import encore.infra.views.Segments;
import encore.infra.views.Views;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.projection.BoundHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Applies events to the documents of one partition, and stores the position in the same batch. An event that cannot be
 * applied becomes a dead letter, and later events of its stream wait as dead letters too.
 */
final class EventApplier {

    private static final Logger LOG = LoggerFactory.getLogger(EventApplier.class);

    /**
     * From this many events on, one query for their documents is cheaper than one look-up each, even when most
     * documents are cached.
     */
    private static final int MANY = 100;

    private final BoundHandlers bound;
    private final Views.Segment segment;
    private final int index;
    private final int segments;
    private final DeadLetterQueue letters;
    private final String name;
    private final Set<String> blocked = new HashSet<>();

    EventApplier(BoundHandlers bound, Views.Version version, int index, DeadLetterQueue letters, String name) {
        this.bound = bound;
        this.segment = version.segments().get(index);
        this.index = index;
        this.segments = version.segments().size();
        this.letters = letters;
        this.name = name;
    }

    /** Loads the streams that have dead letters. */
    void prepare() {
        blocked.clear();
        letters.each(letter -> blocked.add(letter.stream()));
    }

    /** Returns the events that write documents of this partition. */
    List<Recorded> own(List<Recorded> events) {
        return segments == 1 ? events : events.stream().filter(this::isOwn).toList();
    }

    /** An event that cannot be decoded belongs to every partition, because its documents are unknown. */
    private boolean isOwn(Recorded event) {
        return event.event() instanceof Undecodable
                || bound.keys(event).stream().anyMatch(key -> Segments.of(key, segments) == index);
    }

    /**
     * Applies a batch of events. An event that cannot be applied becomes a dead letter.
     *
     * @param stored the position stored before the batch
     * @param last the position to store with the batch
     * @return the events that were applied
     */
    List<Recorded> apply(List<Recorded> events, long stored, long last) {
        try {
            return applyTogether(events, last);
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            if (segment.position() != stored) {
                throw e;
            }
            // A document that cannot be written fails only at the commit. One by one, the event that causes it is
            // found.
            LOG.warn(
                    "{} could not commit {} events together and applies them one by one: {}",
                    name,
                    events.size(),
                    e.getClass().getName());
            var applied = new ArrayList<Recorded>();
            for (Recorded event : events) {
                if (event.position() > segment.position()) {
                    applied.addAll(applyAlone(event));
                }
            }
            moveTo(last);
            return applied;
        }
    }

    /** Stores the position alone. */
    void moveTo(long last) {
        try (Documents.Batch batch = segment.begin()) {
            batch.commit(last);
        }
    }

    private List<Recorded> applyAlone(Recorded event) {
        try {
            return applyTogether(List.of(event), event.position());
        } catch (ViewsUnavailable e) {
            throw e;
        } catch (RuntimeException e) {
            try (Documents.Batch batch = segment.begin()) {
                batch.deadLetter(DeadLetterQueue.of(event, e, 1));
                batch.commit(event.position());
            }
            blocked.add(event.stream());
            return List.of();
        }
    }

    private List<Recorded> applyTogether(List<Recorded> events, long last) {
        var applied = new ArrayList<Recorded>(events.size());
        var failed = new HashSet<String>();
        var freed = new HashSet<String>();
        try (Documents.Batch batch = segment.begin()) {
            if (events.size() >= MANY) {
                lookAhead(events, batch);
            }
            for (Recorded event : events) {
                boolean behind = (blocked.contains(event.stream()) && !freed.contains(event.stream()))
                        || failed.contains(event.stream());
                boolean ends = event.event() instanceof Event.Ending;
                if (behind && !ends) {
                    batch.deadLetter(DeadLetterQueue.waiting(event));
                    continue;
                }
                Throwable thrown = attempt(event, batch);
                if (thrown != null) {
                    batch.deadLetter(DeadLetterQueue.of(event, thrown, 1));
                    failed.add(event.stream());
                } else {
                    applied.add(event);
                    if (ends && behind) {
                        settleAll(event.stream(), events, batch);
                        freed.add(event.stream());
                        failed.remove(event.stream());
                    }
                }
            }
            batch.commit(last);
        }
        blocked.removeAll(freed);
        blocked.addAll(failed);
        return applied;
    }

    /**
     * Prefetches the first document of each handler with one query. Documents that a handler reads depending on the
     * first are read one by one.
     */
    private void lookAhead(List<Recorded> events, Documents.Batch batch) {
        var lookedAt = new LookedAt();
        for (Recorded event : events) {
            lookedAt.mark();
            try {
                bound.apply(event, own(event, lookedAt));
            } catch (OutOfMemoryError e) {
                throw e;
            } catch (Throwable e) {
                LOG.trace("Prefetching for {} failed; the event itself is tried later", event.position());
            }
        }
        lookedAt.keys.forEach(batch::expect);
    }

    /**
     * Removes all dead letters of a stream whose end was applied. The end is applied even while the stream has dead
     * letters, because it erases; earlier events then do not matter any more.
     */
    private void settleAll(String stream, List<Recorded> events, Documents.Batch batch) {
        letters.of(stream).forEach(letter -> batch.settled(letter.position()));
        events.stream()
                .filter(event -> event.stream().equals(stream))
                .forEach(event -> batch.settled(event.position()));
    }

    /** Applies one event, or undoes its changes. Returns the exception of its handler, or null. */
    private @Nullable Throwable attempt(Recorded event, Documents.Batch batch) {
        batch.mark();
        try {
            bound.apply(event, own(event, batch));
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

    private Documents.Batch own(Recorded event, Documents.Batch batch) {
        return segments == 1 || event.event() instanceof Undecodable
                ? batch
                : new OwnDocuments(batch, bound.keys(event), index, segments);
    }

    /** Retries a dead letter. Returns whether it is applied now. */
    boolean retry(Letter letter, Recorded event, long position) {
        try (Documents.Batch batch = segment.begin()) {
            Throwable thrown = attempt(event, batch);
            if (thrown == null) {
                batch.settled(letter.position());
            } else {
                batch.deadLetter(DeadLetterQueue.of(event, thrown, letter.attempts() + 1));
            }
            batch.commit(position);
            return thrown == null;
        }
    }

    void discard(Letter letter, long position) {
        try (Documents.Batch batch = segment.begin()) {
            batch.settled(letter.position());
            batch.commit(position);
        }
    }

    /** Records that a stream has no dead letters any more. */
    void free(String stream) {
        blocked.remove(stream);
    }
}
