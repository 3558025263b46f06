package encore.infra.eventstore.mongo.writer;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A clock without the pauses of this process. A process that was stopped, while its machine moved or its garbage was
 * collected, has not waited for anything meanwhile: between two samples a moment counts at most, however long it took.
 */
final class PauseFreeClock {

    /** Enough for several samples on a busy machine, and small compared with any timeout. */
    private static final long MAX_STEP = Duration.ofMillis(250).toNanos();

    private final LongSupplier nanos;
    private volatile Sample last;

    private record Sample(long clockNanos, long awakeNanos) {}

    /** @param nanos a clock that includes pauses */
    PauseFreeClock(LongSupplier nanos) {
        this.nanos = nanos;
        this.last = new Sample(nanos.getAsLong(), 0);
    }

    /** Samples the clock. One thread must call this, several times in each {@link #MAX_STEP}. */
    void sample() {
        last = currentSample();
    }

    /** Returns the nanoseconds since the start, without pauses. */
    long now() {
        return currentSample().awakeNanos();
    }

    private Sample currentSample() {
        Sample known = last;
        long now = nanos.getAsLong();
        return new Sample(now, known.awakeNanos() + Math.clamp(now - known.clockNanos(), 0, MAX_STEP));
    }
}
