package encore.infra.eventstore.log.adapter;

import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A clock that refuses to give the time after it has jumped ahead. A wrong time would stay in the log for ever, and no
 * later commit could have an earlier one. The clock is compared with a reference only when it is well ahead of the last
 * commit.
 */
public final class JumpDetectingClock {

    private static final long LARGEST_JUMP = Duration.ofSeconds(10).toMillis();
    private static final Path UPTIME = Path.of("/proc/uptime");

    private final LongSupplier clock;
    private final LongSupplier reference;
    private final String referenceName;
    private volatile @Nullable Jump jump;

    /** The reference's time when the clock was found too far ahead. */
    private record Jump(long reference, long sinceNanos) {
        long reference(long nanos) {
            return reference + Duration.ofNanos(nanos - sinceNanos).toMillis();
        }
    }

    /** @param referenceName the name of the reference, to be used in a sentence */
    public JumpDetectingClock(LongSupplier clock, LongSupplier reference, String referenceName) {
        this.clock = clock;
        this.reference = reference;
        this.referenceName = referenceName;
    }

    /** Returns a clock that is not checked. Used by tests and for writing histories. */
    public static JumpDetectingClock unchecked(LongSupplier clock) {
        return new JumpDetectingClock(clock, clock, "itself");
    }

    /** Returns a clock that is checked against the time that has passed since this process started. */
    public static JumpDetectingClock checkedByUptime(LongSupplier clock) {
        boolean hasUptimeFile = Files.isReadable(UPTIME);
        long startTime = clock.getAsLong() - uptime(hasUptimeFile);
        return new JumpDetectingClock(
                clock, () -> startTime + uptime(hasUptimeFile), "what has passed since the start");
    }

    /** Uses the machine's uptime, because it includes the machine's sleep; the JVM's time does not. */
    private static long uptime(boolean hasUptimeFile) {
        if (hasUptimeFile) {
            try {
                String text = Files.readString(UPTIME);
                return (long) (Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1_000);
            } catch (IOException e) {
                throw new IllegalStateException("The machine's uptime in /proc/uptime cannot be read", e);
            }
        }
        return Duration.ofNanos(System.nanoTime()).toMillis();
    }

    /**
     * Returns the time for the next commit.
     *
     * @param last the time of the last commit
     * @throws Unavailable when the clock has jumped
     */
    public long now(long last) {
        long now = clock.getAsLong();
        if (now > last + LARGEST_JUMP) {
            long expected = reference.getAsLong();
            if (now > expected + LARGEST_JUMP) {
                jump = new Jump(expected, System.nanoTime());
                throw new Unavailable(sentence(now - Math.max(expected, last)));
            }
        }
        jump = null;
        return now;
    }

    /** Returns the time, or the time of the last commit when the clock has jumped. */
    public long nowOrLast(long last) {
        try {
            return now(last);
        } catch (Unavailable jumped) {
            return last;
        }
    }

    /** Returns a sentence about the jump as long as the clock is ahead, otherwise null. */
    public @Nullable String problem() {
        Jump lastJump = jump;
        if (lastJump == null) {
            return null;
        }
        long ahead = clock.getAsLong() - lastJump.reference(System.nanoTime());
        return ahead > LARGEST_JUMP ? sentence(ahead) : null;
    }

    private String sentence(long ahead) {
        return "The clock has jumped: it is " + Duration.ofMillis(ahead).toSeconds() + " s ahead of " + referenceName
                + " and of the log. Nothing is written until it is corrected. If it is right, restart this process.";
    }
}
