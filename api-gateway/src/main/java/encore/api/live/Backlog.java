package encore.api.live;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/** What waits for one client: so many bytes, and since when none of them was taken. */
final class Backlog {

    /** What may wait for a follower: more, and it is slow. */
    static final int MOST_BYTES = 1_024 * 1_024;

    /** A page of the past fits in between. */
    private static final int FULL = MOST_BYTES / 4;

    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();

    private final int most;
    private final AtomicInteger waiting = new AtomicInteger();
    private volatile long lastTaken = System.nanoTime();

    Backlog(int most) {
        this.most = most;
    }

    /** @return whether so much may still wait */
    boolean add(int bytes) {
        int before = waiting.getAndAdd(bytes);
        if (before == 0) {
            lastTaken = System.nanoTime();
        }
        return before + bytes <= most;
    }

    /** @return whether there is room now and was none before */
    boolean take(int bytes) {
        lastTaken = System.nanoTime();
        int left = waiting.addAndGet(-bytes);
        return left < FULL && left + bytes >= FULL;
    }

    /** Whether what can wait elsewhere better does. */
    boolean isFull() {
        return waiting.get() >= FULL;
    }

    /** Whether nothing was taken for long although there was something to take. */
    boolean isStuck() {
        return waiting.get() > 0 && System.nanoTime() - lastTaken > MOST_NANOS;
    }
}
