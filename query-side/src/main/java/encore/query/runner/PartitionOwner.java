package encore.query.runner;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.ViewsUnavailable;
import encore.kernel.Event;
import encore.query.batches.EventApplier;
import encore.query.batches.EventApplier.Applied;
import encore.query.ownership.PartitionOwnership;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the documents of one partition while this process owns it. It applies the log's events batch by batch and
 * commits documents and position together. At the end it writes the memory's image.
 *
 * <p>It runs under the runner's lock, mostly on the runner's thread. While two versions are brought to one position, and
 * for dead letters, it runs on a caller's thread.
 */
final class PartitionOwner {

    /** Checksums are recorded at multiples of this position, so no batch crosses one. */
    static final int MARK_INTERVAL = 8_192;

    private static final Logger LOG = LoggerFactory.getLogger(PartitionOwner.class);
    private static final int LARGE_BATCH_LAG = 20_000;

    /**
     * How long a position may stay unstored when the events before it changed no document and no other node waits for
     * it.
     */
    private static final long MAX_UNSTORED = Duration.ofSeconds(5).toNanos();

    private final RunnerContext context;
    private final EventApplier applier;
    private final RunnerSchedule runnerSchedule;
    private final VersionFiller filler;
    private final Runnable onRemoval;

    /** Changed under the runner's lock. Queries and pauses read it without, and may see a change a moment later. */
    private volatile boolean isOwner;

    /** @param onRemoval is called when the end of a stream was applied: removed data then has to leave the files */
    PartitionOwner(
            RunnerContext context,
            EventApplier applier,
            RunnerSchedule runnerSchedule,
            VersionFiller filler,
            Runnable onRemoval) {
        this.context = context;
        this.applier = applier;
        this.runnerSchedule = runnerSchedule;
        this.filler = filler;
        this.onRemoval = onRemoval;
        this.isOwner = context.partitionOwnership() == null;
    }

    /** Returns whether this process was the owner at the last step. */
    boolean isOwner() {
        return isOwner;
    }

    /** Returns whether this process is the owner now. When it has just become the owner, it shuts out the one before. */
    @GuardedBy("state.lock")
    boolean updateOwnership(RunnerState state) {
        PartitionOwnership ownership = context.partitionOwnership();
        if (ownership != null) {
            boolean mine = ownership.owns(context.handlers().name, context.index());
            if (mine && !isOwner) {
                context.partition().takeOver();
                context.memory().discardIfLettersRemoved();
                state.prepared = false;
            }
            isOwner = mine;
        }
        return isOwner;
    }

    /** Reads the stored position and loads the memory, unless that is done. Refuses when another process is the owner. */
    @GuardedBy("state.lock")
    void prepare(RunnerState state) {
        if (!updateOwnership(state)) {
            throw new ViewsUnavailable(
                    new IllegalStateException("another process writes " + context.handlers().name + " now"));
        }
        if (state.prepared) {
            return;
        }
        applier.prepare();
        state.position = context.requireWithinLog(context.partition().position());
        context.memory().follow(state.position);
        // The memory knows that there are no documents, and follows along with them.
        filler.startIfEmpty(state);
        state.stored = state.position;
        state.prepared = true;
        context.positionWaiters().moveTo(context.memory().reached(state.position));
        context.positionRate().record(state.position);
    }

    /** Prepares, and returns the last position read. Refuses when another process is the owner. */
    long preparedPosition(RunnerState state) {
        state.lock.lock();
        try {
            prepare(state);
            return state.position;
        } finally {
            state.lock.unlock();
        }
    }

    /** Applies one batch, up to the given position. Returns whether there may be more events. */
    @GuardedBy("state.lock")
    boolean step(RunnerState state, long upTo) {
        prepare(state);
        filler.finishIfNear(state);
        long mark = (state.position / MARK_INTERVAL + 1) * MARK_INTERVAL;
        int limit = (int) Math.min(batchSize(state.position), Math.min(mark, upTo) - state.position);
        EventPage<RecordedEvent> events = context.pages().take(state.position, limit);
        long last = events.end();
        if (last == state.position) {
            if (state.stored != state.position && isStoreDue(state)) {
                storeSkipped(state, state.position);
            }
            return false;
        }
        List<RecordedEvent> own = applier.ownPart(events.events());
        if (!own.isEmpty()) {
            apply(state, own, last, last != mark && !isStoreDue(state));
        } else if (last == mark) {
            store(state, last);
        } else if (isStoreDue(state)) {
            storeSkipped(state, last);
        }
        state.position = last;
        context.memory().moveTo(last);
        context.positionRate().record(last);
        context.positionWaiters().moveTo(context.memory().reached(last));
        return true;
    }

    /**
     * A large batch saves transactions, of which a version that is filled has few. A small batch saves memory, and
     * pauses that readers would notice.
     */
    private long batchSize(long position) {
        return context.tail().head() - position > LARGE_BATCH_LAG
                        && !context.version().isFilling()
                ? MARK_INTERVAL
                : RunnerContext.BATCH;
    }

    /** Returns whether another node waits for a position after the stored one, or none was stored for too long. */
    @GuardedBy("state.lock")
    private boolean isStoreDue(RunnerState state) {
        return runnerSchedule.isAwaitedAfter(state.stored) || isUnstoredForLong(state);
    }

    @GuardedBy("state.lock")
    private static boolean isUnstoredForLong(RunnerState state) {
        return System.nanoTime() - state.storedAt > MAX_UNSTORED;
    }

    /** Returns whether the position has to be stored although no event has come. */
    boolean mustStorePosition(RunnerState state) {
        state.lock.lock();
        try {
            return state.stored != state.position && isUnstoredForLong(state);
        } finally {
            state.lock.unlock();
        }
    }

    /** Stores the position alone, after events of other types. */
    @GuardedBy("state.lock")
    private void store(RunnerState state, long last) {
        applier.moveTo(last);
        state.recordStored(last);
    }

    /**
     * Stores a position after events of other types. A full or absent store does not matter: queries are answered at
     * this position anyway.
     */
    @GuardedBy("state.lock")
    private void storeSkipped(RunnerState state, long last) {
        try {
            store(state, last);
        } catch (ViewsUnavailable e) {
            LOG.debug("{} could not store its position and retries later", context.name());
            state.storedAt = System.nanoTime();
        }
    }

    @GuardedBy("state.lock")
    private void apply(RunnerState state, List<RecordedEvent> events, long last, boolean mayPostpone) {
        boolean wasFilling = context.version().isFilling();
        Applied outcome = applier.apply(
                events,
                state.stored,
                last,
                mayPostpone && !wasFilling && !context.memory().isAttached());
        List<RecordedEvent> applied = outcome.events();
        if (outcome.isStored()) {
            state.recordStored(last);
        }
        runnerSchedule.recordApplied();
        reloadUnless(state, context.memory().applied(applied));
        if (wasFilling && !context.version().isFilling()) {
            // A version that has become large is indexed before it is near the head, and that ends its filling.
            filler.finished(state, last);
        } else if (applied.stream().anyMatch(event -> event.event() instanceof Event.FinalEvent)) {
            onRemoval.run();
        }
    }

    /** Loads the memory again if it could not follow. */
    @GuardedBy("state.lock")
    void reloadUnless(RunnerState state, boolean followed) {
        if (!followed) {
            state.prepared = false;
            prepare(state);
        }
    }

    /**
     * Checks whether the last batch was committed, which only the store knows. If it was not, position and memory are
     * still right.
     */
    void checkLastCommit(RunnerState state) {
        state.lock.lock();
        try {
            try {
                state.prepared = state.prepared && context.partition().position() == state.stored;
            } catch (RuntimeException e) {
                state.prepared = false;
            }
        } finally {
            state.lock.unlock();
        }
    }

    /** Writes an image of the memory for the next start, if the memory is at the stored position. */
    void writeImage(RunnerState state) {
        state.lock.lock();
        try {
            if (isOwner && state.prepared) {
                context.memory().writeImage(state.stored);
            }
        } finally {
            state.lock.unlock();
        }
    }
}
