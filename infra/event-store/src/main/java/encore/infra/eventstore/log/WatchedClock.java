package encore.infra.eventstore.log;

import encore.infra.eventstore.log.AppendFailure.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells the time, unless it has jumped ahead: a stamp stays in the log for ever, and all that follow are no less. What is
 * asked for besides is only asked when the time is well ahead of the last stamp.
 */
public final class WatchedClock {

    private static final long MOST_AHEAD = Duration.ofSeconds(10).toMillis();
    private static final Path UPTIME = Path.of("/proc/uptime");

    private final LongSupplier clock;
    private final LongSupplier reference;
    private final String referenceName;
    private volatile @Nullable Jump jump;

    /** A time that was too far ahead, and what the reference said then. */
    private record Jump(long reference, long sinceNanos) {
        long reference(long nanos) {
            return reference + Duration.ofNanos(nanos - sinceNanos).toMillis();
        }
    }

    /** @param referenceName what the reference is, as it reads in a sentence */
    public WatchedClock(LongSupplier clock, LongSupplier reference, String referenceName) {
        this.clock = clock;
        this.reference = reference;
        this.referenceName = referenceName;
    }

    /** A clock that is believed whatever it says, as tests have it. */
    public static WatchedClock believed(LongSupplier clock) {
        return new WatchedClock(clock, clock, "itself");
    }

    /** The clock, watched by the time that passes while this process runs. */
    public static WatchedClock watchedByUptime(LongSupplier clock) {
        boolean known = Files.isReadable(UPTIME);
        long began = clock.getAsLong() - uptime(known);
        return new WatchedClock(clock, () -> began + uptime(known), "what has passed since the start");
    }

    /** The machine's uptime counts its sleep as well, which the JVM's does not. */
    private static long uptime(boolean known) {
        if (known) {
            try {
                String text = Files.readString(UPTIME);
                return (long) (Double.parseDouble(text.substring(0, text.indexOf(' '))) * 1_000);
            } catch (IOException e) {
                throw new IllegalStateException("The machine's uptime cannot be read any more", e);
            }
        }
        return Duration.ofNanos(System.nanoTime()).toMillis();
    }

    /**
     * The time to stamp with.
     *
     * @param last the last stamp
     * @throws Unavailable when the clock has jumped
     */
    public long now(long last) {
        long now = clock.getAsLong();
        if (now > last + MOST_AHEAD) {
            long expected = reference.getAsLong();
            if (now > expected + MOST_AHEAD) {
                jump = new Jump(expected, System.nanoTime());
                throw new Unavailable(sentence(now - Math.max(expected, last)));
            }
        }
        jump = null;
        return now;
    }

    /** The time, or the last stamp when the clock has jumped. */
    public long trusted(long last) {
        try {
            return now(last);
        } catch (Unavailable jumped) {
            return last;
        }
    }

    /** Says what is wrong with the clock as long as it is; null when nothing was. */
    public @Nullable String trouble() {
        Jump known = jump;
        if (known == null) {
            return null;
        }
        long ahead = clock.getAsLong() - known.reference(System.nanoTime());
        return ahead > MOST_AHEAD ? sentence(ahead) : null;
    }

    private String sentence(long ahead) {
        return "The clock has jumped: it is " + Duration.ofMillis(ahead).toSeconds() + " s ahead of " + referenceName
                + " and of the log. Nothing is written until it is set right; if it is right, start this process anew.";
    }
}
