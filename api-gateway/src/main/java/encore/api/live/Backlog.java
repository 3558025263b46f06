package encore.api.live;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

/** Counts what waits for one client: so many bytes, and since when none of them was taken. */
public final class Backlog {

    /** Bounds what may wait for a follower: more, and it is slow. */
    public static final int MOST_BYTES = 1_024 * 1_024;

    /** A page of the past fits in between. */
    private static final int FULL = MOST_BYTES / 4;

    private static final long MOST_NANOS = Duration.ofSeconds(10).toNanos();

    private final int most;
    private final AtomicInteger waiting = new AtomicInteger();
    private final LongSupplier nanos;
    private volatile long lastTaken;

    public Backlog(int most) {
        this(most, System::nanoTime);
    }

    public Backlog(int most, LongSupplier nanos) {
        this.most = most;
        this.nanos = nanos;
        this.lastTaken = nanos.getAsLong();
    }

    /** @return whether so much may still wait */
    public boolean add(int bytes) {
        int before = waiting.getAndAdd(bytes);
        if (before == 0) {
            lastTaken = nanos.getAsLong();
        }
        return before + bytes <= most;
    }

    /** @return whether there is room now and was none before */
    public boolean take(int bytes) {
        lastTaken = nanos.getAsLong();
        int left = waiting.addAndGet(-bytes);
        return left < FULL && left + bytes >= FULL;
    }

    /** Whether what can wait elsewhere better does. */
    public boolean isFull() {
        return waiting.get() >= FULL;
    }

    /** Whether nothing was taken for long although there was something to take. */
    public boolean isStuck() {
        return waiting.get() > 0 && nanos.getAsLong() - lastTaken > MOST_NANOS;
    }
}
