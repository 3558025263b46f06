package encore.api.shows.rooms;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.time.Duration;
import java.util.function.LongSupplier;

/** The frames that a connection may send: 10 a second with bursts of 30, and at most 100 refused ones in a minute. */
final class FrameAllowance {

    static final int BURST = 30;
    static final int PER_SECOND = 10;
    static final int MAX_REFUSED = 100;

    private static final long NANOS_PER_FRAME = Duration.ofSeconds(1).toNanos() / PER_SECOND;
    private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

    private final LongSupplier nanoTime;

    @GuardedBy("this")
    private long debtUntil;

    @GuardedBy("this")
    private long minuteBegan;

    @GuardedBy("this")
    private int refused;

    FrameAllowance(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.debtUntil = nanoTime.getAsLong();
        this.minuteBegan = debtUntil;
    }

    /** Counts a frame; returns the time until the next one is accepted, zero when this one is. */
    synchronized Duration take() {
        long now = nanoTime.getAsLong();
        long debt = Math.max(0, debtUntil - now);
        long excess = debt - (BURST - 1) * NANOS_PER_FRAME;
        if (excess > 0) {
            return Duration.ofNanos(excess);
        }
        debtUntil = now + debt + NANOS_PER_FRAME;
        return Duration.ZERO;
    }

    /** Counts a refused frame; returns whether there were too many. */
    synchronized boolean refuse() {
        long now = nanoTime.getAsLong();
        if (now - minuteBegan >= MINUTE_NANOS) {
            minuteBegan = now;
            refused = 0;
        }
        return ++refused >= MAX_REFUSED;
    }
}
