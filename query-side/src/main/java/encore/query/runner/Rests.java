package encore.query.runner;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Decides when a runner's thread pauses between batches, and wakes it. */
final class Rests {

    private static final long POLL = Duration.ofMillis(10).toNanos();
    private static final long IDLE_POLL = Duration.ofMillis(150).toNanos();
    private static final long LONGEST_POLL = Duration.ofSeconds(2).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /**
     * A batch of three events costs about as much as one of thirty. While no query waits, batches are at least this far
     * apart.
     */
    private static final long GATHERED = Duration.ofMillis(5).toNanos();

    private final Waiting waiting;
    private final Thread thread;
    private volatile boolean wanted = true;
    private volatile long awaited;
    private volatile long awaitedAt;
    private volatile long appliedAt = System.nanoTime();
    private volatile boolean over;
    private long trailPause = IDLE_POLL;

    /**
     * Creates the schedule of one thread.
     *
     * @param thread the runner's thread
     * @param waiting the queries that wait in this process
     */
    Rests(Thread thread, Waiting waiting) {
        this.thread = thread;
        this.waiting = waiting;
    }

    /** Wakes the thread to look for events. */
    void wake() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    /** Wakes the thread for new events, unless it is going to look anyway or is gathering a batch. */
    void news() {
        if (!wanted) {
            wake();
        }
    }

    /** Records that a query on another node waits for this position. */
    void awaited(long position) {
        awaitedAt = System.nanoTime();
        awaited = position;
        wake();
    }

    /** Returns whether another node waits for a later position. */
    boolean isAwaitedBehind(long position) {
        return awaited > position;
    }

    /** Marks that the thread is about to look: later news wakes it again. */
    void looks() {
        if (wanted) {
            wanted = false;
            trailPause = IDLE_POLL;
        }
    }

    void applied() {
        appliedAt = System.nanoTime();
    }

    /** Pauses a follower of another process's commits. Only polling the store shows new commits. */
    void trail() {
        if (!wanted) {
            LockSupport.parkNanos(waiting.wanted() < 0 ? trailPause : POLL);
            // While no query waits and no event of its own comes, the thread polls less and less often.
            trailPause = Math.min(2 * trailPause, LONGEST_POLL);
        }
    }

    /**
     * Pauses an owner that has applied all events, until it is woken.
     *
     * @param due whether there is work without news; asked once a second
     */
    void rest(long position, BooleanSupplier due) {
        if (awaited > position && System.nanoTime() - awaitedAt < 2 * SECOND) {
            LockSupport.parkNanos(POLL);
            return;
        }
        while (!wanted && !over && !due.getAsBoolean()) {
            LockSupport.parkNanos(SECOND);
        }
    }

    /** Delays the next batch while no query waits for it, so that events that come shortly after join it. */
    void gather(long position) {
        long left = appliedAt + GATHERED - System.nanoTime();
        while (left > 0 && waiting.wanted() < 0 && awaited <= position && !over) {
            LockSupport.parkNanos(left);
            left = appliedAt + GATHERED - System.nanoTime();
        }
    }

    /** Ends all pauses for good. */
    void end() {
        over = true;
        wake();
    }

    boolean areOver() {
        return over;
    }
}
