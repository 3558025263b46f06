package encore.query.runner;

import encore.query.runner.positions.PositionWaiters;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Decides when a runner's thread pauses between batches, and wakes it. */
final class RunnerSchedule {

    private static final long POLL = Duration.ofMillis(10).toNanos();
    private static final long IDLE_POLL = Duration.ofMillis(150).toNanos();
    private static final long MAX_POLL = Duration.ofSeconds(2).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final PositionWaiters positionWaiters;
    private final Thread thread;
    private final long batchInterval;
    private volatile boolean wakeRequested = true;
    private volatile long awaitedElsewhere;
    private volatile long awaitedAt;
    private volatile long appliedAt = System.nanoTime();
    private volatile boolean ended;
    private long followerPause = IDLE_POLL;

    /**
     * Creates the schedule of one thread.
     *
     * @param thread the runner's thread
     * @param positionWaiters the queries that wait in this process
     * @param batchInterval how far apart batches are at least, while no query waits
     */
    RunnerSchedule(Thread thread, PositionWaiters positionWaiters, Duration batchInterval) {
        this.thread = thread;
        this.batchInterval = batchInterval.toNanos();
        this.positionWaiters = positionWaiters;
    }

    /** Wakes the thread to look for events. */
    void wake() {
        wakeRequested = true;
        LockSupport.unpark(thread);
    }

    /** Wakes the thread for new events, unless it is going to look anyway or is gathering a batch. */
    void wakeForNews() {
        if (!wakeRequested) {
            wake();
        }
    }

    /** Records that a query on another node waits for this position. */
    void awaitedElsewhere(long position) {
        awaitedAt = System.nanoTime();
        awaitedElsewhere = position;
        wake();
    }

    /** Returns whether another node waits for a later position. */
    boolean isAwaitedAfter(long position) {
        return awaitedElsewhere > position;
    }

    /** Marks that the thread is about to look: later news wakes it again. */
    void beginLook() {
        if (wakeRequested) {
            wakeRequested = false;
            followerPause = IDLE_POLL;
        }
    }

    void recordApplied() {
        appliedAt = System.nanoTime();
    }

    /** Pauses a follower of another process's commits. Only polling the store shows new commits. */
    void pauseFollower() {
        if (!wakeRequested) {
            LockSupport.parkNanos(positionWaiters.lowestWanted() < 0 ? followerPause : POLL);
            // While no query waits and no event of its own comes, the thread polls less and less often.
            followerPause = Math.min(2 * followerPause, MAX_POLL);
        }
    }

    /**
     * Pauses an owner that has applied all events, until it is woken.
     *
     * @param due whether there is work without news; asked once a second
     */
    void pauseOwner(long position, BooleanSupplier due) {
        if (awaitedElsewhere > position && System.nanoTime() - awaitedAt < 2 * SECOND) {
            LockSupport.parkNanos(POLL);
            return;
        }
        while (!wakeRequested && !ended && !due.getAsBoolean()) {
            LockSupport.parkNanos(SECOND);
        }
    }

    /** Delays the next batch while no query waits for it, so that events that come shortly after join it. */
    void delayForBatch(long position) {
        long left = appliedAt + batchInterval - System.nanoTime();
        while (left > 0 && positionWaiters.lowestWanted() < 0 && awaitedElsewhere <= position && !ended) {
            LockSupport.parkNanos(left);
            left = appliedAt + batchInterval - System.nanoTime();
        }
    }

    /** Ends all pauses for good. */
    void end() {
        ended = true;
        wake();
    }

    boolean isEnded() {
        return ended;
    }
}
