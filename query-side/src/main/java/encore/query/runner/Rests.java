package encore.query.runner;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** When the thread of a runner rests between its batches, and what wakes it. */
final class Rests {

    private static final long POLL = Duration.ofMillis(10).toNanos();
    private static final long IDLE_POLL = Duration.ofMillis(150).toNanos();
    private static final long LONGEST_POLL = Duration.ofSeconds(2).toNanos();
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    /** A batch of three events costs about what one of thirty does: so far apart are those that nobody waits for. */
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
     * @param thread the one that rests
     * @param waiting those who wait in this process
     */
    Rests(Thread thread, Waiting waiting) {
        this.thread = thread;
        this.waiting = waiting;
    }

    /** Something may be there: it looks. */
    void wake() {
        wanted = true;
        LockSupport.unpark(thread);
    }

    /** Who is to look anyway, or gathers what comes, is not woken again. */
    void news() {
        if (!wanted) {
            wake();
        }
    }

    /** On another node somebody waits for this position. */
    void awaited(long position) {
        awaitedAt = System.nanoTime();
        awaited = position;
        wake();
    }

    /** Whether another node waits for more than this position. */
    boolean isAwaitedBehind(long position) {
        return awaited > position;
    }

    /** Before it looks: what comes from now on wakes it again. */
    void looks() {
        if (wanted) {
            wanted = false;
            trailPause = IDLE_POLL;
        }
    }

    void applied() {
        appliedAt = System.nanoTime();
    }

    /** For one who follows what another process commits, of which there is no word but the store's. */
    void trail() {
        if (!wanted) {
            LockSupport.parkNanos(waiting.wanted() < 0 ? trailPause : POLL);
            // What nobody waits for and no event of its own moves is looked at less and less.
            trailPause = Math.min(2 * trailPause, LONGEST_POLL);
        }
    }

    /**
     * For one who has applied all there is, until it is woken.
     *
     * @param due whether there is something to do without news, asked once a second
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

    /** Nobody waits for what is news: what comes a little later is applied with it. */
    void gather(long position) {
        long left = appliedAt + GATHERED - System.nanoTime();
        while (left > 0 && waiting.wanted() < 0 && awaited <= position && !over) {
            LockSupport.parkNanos(left);
            left = appliedAt + GATHERED - System.nanoTime();
        }
    }

    /** It neither rests nor works any more. */
    void end() {
        over = true;
        wake();
    }

    boolean areOver() {
        return over;
    }
}
