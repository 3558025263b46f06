package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A clock without the pauses of this process. A process that was stopped, while its machine moved or its garbage was
 * collected, has not waited for anything meanwhile: between two samples a moment counts at most, however long it took.
 */
final class AwakeTime {

    /** Enough for several samples on a busy machine, and small compared with any timeout. */
    private static final long MOST_BETWEEN_LOOKS = Duration.ofMillis(250).toNanos();

    private final LongSupplier nanos;
    private volatile Look last;

    private record Look(long at, long awake) {}

    /** @param nanos a clock that includes pauses */
    AwakeTime(LongSupplier nanos) {
        this.nanos = nanos;
        this.last = new Look(nanos.getAsLong(), 0);
    }

    /** Samples the clock. One thread must call this, several times in each {@link #MOST_BETWEEN_LOOKS}. */
    void look() {
        last = next();
    }

    /** Returns the nanoseconds since the start, without pauses. */
    long now() {
        return next().awake();
    }

    private Look next() {
        Look known = last;
        long now = nanos.getAsLong();
        return new Look(now, known.awake() + Math.clamp(now - known.at(), 0, MOST_BETWEEN_LOOKS));
    }
}
