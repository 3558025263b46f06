package encore.query.runner;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.log.TroubleLog;
import encore.infra.views.Views;
import encore.infra.views.ViewsUnavailable;
import encore.query.batches.EventApplier;
import encore.query.ownership.PartitionOwnership;
import encore.query.projection.Projection;
import encore.query.projection.ProjectionHandlers;
import encore.query.runner.positions.BeyondTheLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one partition of a version of a projection along the log, on a thread of its own. Each step is taken by the
 * {@link PartitionOwner} while this process writes the documents, otherwise by the {@link PartitionFollower}. While the
 * store is unavailable, the runner retries.
 *
 * <p>All methods may be called by any thread. They take the runner's lock where they need it, also inside {@link
 * #runExclusively}.
 */
final class ProjectionRunner implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ProjectionRunner.class);
    private static final TroubleLog TROUBLES = new TroubleLog(LOG);
    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long QUEUE_POLL = Duration.ofMillis(50).toNanos();
    private static final long MAX_PAUSE = Duration.ofSeconds(2).toNanos();

    private final RunnerState state = new RunnerState();
    private final RunnerContext context;
    private final PartitionOwner owner;
    private final PartitionFollower follower;
    private final DeadLetterRetrier letterRetrier;
    private final MemoryHandOver memoryHandOver;
    private final RunnerSchedule runnerSchedule;
    private final Thread thread;
    private final AutoCloseable newsSubscription;
    private volatile @Nullable String trouble;

    /** Whether this partition waits until others have been filled. Only the runner's thread changes it. */
    private volatile boolean waitsForOthers;

    /** The value of {@link #waitsForOthers} that other processes know; null while another process is the owner. */
    private @Nullable Boolean recordedWait;

    private final BooleanSupplier serving;

    /**
     * Prepares a runner; {@link #start} starts it.
     *
     * @param index the partition's number
     * @param serves whether the version serves now, and so may have the projection's memory
     * @param serving returns whether the version serves; one that serves never waits for others
     * @param partitionOwnership says whether this process writes the documents or only follows another; null when it is
     *     alone
     * @param onRemoval is called when a stream's end was applied, and when a version has been filled: removed data then
     *     has to leave the files
     * @param lowestPosition returns the position of the partition that is furthest behind
     */
    ProjectionRunner(
            ProjectionHandlers handlers,
            Views.Version version,
            int index,
            EventTail tail,
            boolean serves,
            BooleanSupplier serving,
            @Nullable PartitionOwnership partitionOwnership,
            FillQueue fillQueue,
            Runnable onRemoval,
            LongSupplier lowestPosition) {
        this.context = RunnerContext.of(handlers, version, index, tail, serves, partitionOwnership, fillQueue);
        this.serving = serving;
        String name = context.name();
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
        this.runnerSchedule =
                new RunnerSchedule(thread, context.positionWaiters(), handlers.projection.batchInterval());
        var applier = new EventApplier(handlers, version, index, context.letters(), name);
        var filler = new VersionFiller(context, onRemoval, lowestPosition);
        this.owner = new PartitionOwner(context, applier, runnerSchedule, filler, onRemoval);
        this.follower = new PartitionFollower(context);
        this.letterRetrier = new DeadLetterRetrier(context, applier, owner, onRemoval);
        this.memoryHandOver = new MemoryHandOver(context, owner, runnerSchedule);
        this.newsSubscription = tail.onAppended(handlers.eventTypes(), runnerSchedule::wakeForNews);
    }

    /** Starts the runner, after all partitions were created. */
    void start() {
        thread.start();
    }

    /** Returns the position at which queries are answered: the documents are stored, and the memory has followed. */
    long reached() {
        return Math.max(0, context.positionWaiters().reached());
    }

    /** Returns whether queries at this position can be answered. */
    boolean hasReached(long wantedPosition) {
        return context.positionWaiters().reached() >= wantedPosition;
    }

    CompletableFuture<Boolean> whenReached(long wantedPosition) {
        CompletableFuture<Boolean> there = context.positionWaiters().whenReached(wantedPosition);
        if (!there.isDone()) {
            // Events of other types do not wake the runner, but they count for the position.
            runnerSchedule.wake();
            if (!owner.isOwner()) {
                follower.announceWait(wantedPosition);
            }
        }
        return there;
    }

    /** Records that a query on another node waits for this position. It is published as soon as it is reached. */
    void awaitedElsewhere(long wantedPosition) {
        runnerSchedule.awaitedElsewhere(wantedPosition);
    }

    /**
     * Reacts to a change of ownership: this process has become the owner, or is to stop being it. Returns when nothing
     * is being written.
     */
    void ownerChanged() {
        runnerSchedule.wake();
        runExclusively(() -> true);
    }

    double eventsPerSecond() {
        return context.positionRate().perSecond();
    }

    /** Returns the failure for which the runner retries, or null while it makes progress. */
    @Nullable
    String trouble() {
        return trouble;
    }

    private void run() {
        long pause = FIRST_PAUSE;
        while (!runnerSchedule.isEnded()) {
            try {
                runnerSchedule.beginLook();
                boolean more = stepInTurn();
                if (trouble != null) {
                    TROUBLES.recovered(thread.getName());
                    trouble = null;
                }
                pause = FIRST_PAUSE;
                if (!more) {
                    pause();
                }
                if (owner.isOwner()) {
                    delayForBatch();
                }
            } catch (RuntimeException e) {
                // The store or the log failed, not the event. Nothing is skipped; the step is retried.
                TROUBLES.failed(thread.getName(), e, describe(e));
                trouble = e.getClass().getSimpleName();
                context.fillQueue().leave(this);
                owner.checkLastCommit(state);
                LockSupport.parkNanos(pause);
                pause = Math.min(2 * pause, MAX_PAUSE);
            }
        }
    }

    /** Takes a step, unless this partition is far behind and has to wait until others have been filled. */
    private boolean stepInTurn() {
        if (!isFilled()) {
            context.fillQueue().leave(this);
            recordWait(false);
            return step(Long.MAX_VALUE);
        }
        if (!context.fillQueue().mayFill(this)) {
            recordWait(true);
            LockSupport.parkNanos(QUEUE_POLL);
            return true;
        }
        recordWait(false);
        return context.fillQueue().takeTurn(() -> step(Long.MAX_VALUE));
    }

    /** Returns whether this process has to bring a version that does not serve from far behind to the log's head. */
    private boolean isFilled() {
        if (serving.getAsBoolean() || !ownsPartition()) {
            return false;
        }
        if (waitsForOthers) {
            return true;
        }
        long position = state.lastPosition();
        return !context.isNear(position == 0 ? context.partition().position() : position);
    }

    private boolean ownsPartition() {
        PartitionOwnership ownership = context.partitionOwnership();
        return ownership == null || ownership.owns(context.handlers().name, context.index());
    }

    private void recordWait(boolean waits) {
        waitsForOthers = waits;
        if (!ownsPartition()) {
            recordedWait = null;
        } else if (!serving.getAsBoolean() && !Boolean.valueOf(waits).equals(recordedWait)) {
            context.version().recordWait(context.index(), waits);
            recordedWait = waits;
        }
    }

    /** Returns whether this partition waits until others have been filled. */
    boolean waitsForOthers() {
        return waitsForOthers;
    }

    /** Returns the exception's type and place without its message, which may quote an event. */
    private static String describe(RuntimeException e) {
        StackTraceElement[] trace = e.getStackTrace();
        String why = e instanceof ViewsUnavailable || e instanceof BeyondTheLog
                ? e.toString()
                : e.getClass().getName();
        return trace.length == 0 ? why : why + " at " + trace[0];
    }

    private void pause() {
        if (owner.isOwner()) {
            runnerSchedule.pauseOwner(state.lastPosition(), () -> owner.mustStorePosition(state));
        } else {
            runnerSchedule.pauseFollower();
        }
    }

    private void delayForBatch() {
        long last = state.lastPosition();
        if (context.isNear(last)) {
            runnerSchedule.delayForBatch(last);
        }
    }

    /** Runs an action while the runner does nothing else. */
    <R> R runExclusively(Supplier<R> work) {
        return state.runExclusively(work);
    }

    /** Applies or follows one batch, up to the given position. Returns whether there may be more events. */
    boolean step(long upTo) {
        // Error Prone recognises the lock of an argument only when the argument is a local variable.
        RunnerState locked = state;
        locked.lock.lock();
        try {
            return owner.updateOwnership(locked) ? owner.step(locked, upTo) : follower.step(locked);
        } finally {
            locked.lock.unlock();
        }
    }

    /** Returns the last position read. Refuses when another process writes. */
    long position() {
        return owner.preparedPosition(state);
    }

    /** Takes over the memory, loaded from this version's documents, or gives it up. */
    void attachMemory(Projection.@Nullable InMemory projectionMemory) {
        if (projectionMemory == null) {
            memoryHandOver.detach(state);
        } else {
            memoryHandOver.attach(state, projectionMemory);
        }
    }

    /** Releases the memory for another version. Until {@link #endHandOver}, queries here cannot go beyond its position. */
    void releaseMemory() {
        memoryHandOver.release(state);
    }

    /** Ends the hand-over: queries go to the other version from now on. */
    void endHandOver() {
        memoryHandOver.end(state);
    }

    /** Retries a dead letter and the waiting events of its stream. Returns whether the whole stream is applied now. */
    boolean retry(long letterPosition) {
        return letterRetrier.retry(state, letterPosition);
    }

    /** Skips an event for good and retries the waiting events of its stream. Returns the same as {@link #retry}. */
    boolean discard(long letterPosition) {
        return letterRetrier.discard(state, letterPosition);
    }

    boolean has(long letterPosition) {
        return letterRetrier.has(letterPosition);
    }

    @Override
    public void close() {
        runnerSchedule.end();
        try {
            newsSubscription.close();
            thread.join(Duration.ofSeconds(20));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("{} could not unsubscribe from the log", thread.getName(), e);
        }
        context.fillQueue().leave(this);
        TROUBLES.stopped(thread.getName());
        if (!thread.isAlive()) {
            writeImage();
        }
        context.pages().close();
        context.positionWaiters().end();
    }

    private void writeImage() {
        try {
            owner.writeImage(state);
        } catch (RuntimeException e) {
            LOG.warn("{} could not write an image of its memory: {}", thread.getName(), describe(e));
        }
    }
}
