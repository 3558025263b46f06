package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time that this process saw pass. One that was stopped, as its machine moves or its memory is collected, has waited
 * for nobody meanwhile: between two looks at the clock no more than a moment counts, however long it was.
 */
final class AwakeTime {

    /** Several looks of a busy machine, and little beside how long anybody waits. */
    private static final long MOST_BETWEEN_LOOKS = Duration.ofMillis(250).toNanos();

    private final LongSupplier nanos;
    private volatile Look last;

    private record Look(long at, long awake) {}

    /** @param nanos a clock that counts pauses as well */
    AwakeTime(LongSupplier nanos) {
        this.nanos = nanos;
        this.last = new Look(nanos.getAsLong(), 0);
    }

    /** To be called by one thread alone, several times in each {@link #MOST_BETWEEN_LOOKS}. */
    void look() {
        last = next();
    }

    /** Nanoseconds since the start, without pauses. */
    long now() {
        return next().awake();
    }

    private Look next() {
        Look known = last;
        long now = nanos.getAsLong();
        return new Look(now, known.awake() + Math.clamp(now - known.at(), 0, MOST_BETWEEN_LOOKS));
    }
}
