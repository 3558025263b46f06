package encore.infra.eventstore.log.adapter;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.AppendFailure.Unavailable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A clock that refuses to give the time after it has jumped ahead. A wrong time would stay in the log for ever, and no
 * later commit could have an earlier one. The clock is compared with a reference when it is well ahead of the last
 * commit. Once a minute it is compared in any case: a clock that is behind holds back the time of the log, since a commit
 * is stamped just after the last one, and only a warning reports it.
 */
public final class JumpDetectingClock {

    private static final long LARGEST_JUMP = Duration.ofSeconds(10).toMillis();

    /** The time between two comparisons that look for a clock that is behind. */
    private static final long COMPARISON_INTERVAL = Duration.ofMinutes(1).toNanos();

    /** A start refuses a log whose last stamp is further ahead of the clock. */
    private static final Duration LARGEST_LEAD = Duration.ofMinutes(10);

    /** Clocks of several machines differ by less. */
    private static final Duration SMALLEST_LEAD = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(JumpDetectingClock.class);
    private static final Path UPTIME = Path.of("/proc/uptime");

    /** The decision about a log whose last stamp is far ahead of the clock ({@code ENCORE_CLOCK_AHEAD}). */
    public enum StampsAhead {
        REFUSE,
        ACCEPT
    }

    private final LongSupplier clock;
    private final LongSupplier reference;
    private final String referenceName;
    private volatile @Nullable Deviation jump;
    private volatile @Nullable Deviation delay;
    private volatile long comparedAt = System.nanoTime() - COMPARISON_INTERVAL;

    /** The reference's time when the clock was found too far ahead, or too far behind. */
    private record Deviation(long reference, long sinceNanos) {
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
        if (System.nanoTime() - comparedAt >= COMPARISON_INTERVAL) {
            compare(now);
        }
        if (now > last + LARGEST_JUMP) {
            long expected = reference.getAsLong();
            if (now > expected + LARGEST_JUMP) {
                jump = new Deviation(expected, System.nanoTime());
                throw new Unavailable(sentence(now - Math.max(expected, last)));
            }
        }
        jump = null;
        return now;
    }

    /** Looks whether the clock is behind the reference. A reference that does not answer is asked again later. */
    void compare(long now) {
        comparedAt = System.nanoTime();
        long expected;
        try {
            expected = reference.getAsLong();
        } catch (RuntimeException unanswered) {
            LOG.debug("The clock could not be compared with {}", referenceName, unanswered);
            return;
        }
        boolean wasBehind = delay != null;
        delay = expected - now > LARGEST_JUMP ? new Deviation(expected, comparedAt) : null;
        String warning = behind();
        if (warning != null && !wasBehind) {
            LOG.warn("{}", warning);
        }
    }

    /** Whether the clock is behind the reference. */
    public boolean isBehind() {
        return behind() != null;
    }

    /** Returns a sentence while the clock is behind the reference, otherwise null. */
    private @Nullable String behind() {
        Deviation lastDelay = delay;
        if (lastDelay == null) {
            return null;
        }
        long behind = lastDelay.reference(System.nanoTime()) - clock.getAsLong();
        return behind <= LARGEST_JUMP
                ? null
                : "The clock is " + Duration.ofMillis(behind).toSeconds() + " s behind " + referenceName
                        + ". Events that this process decides are stamped too early, and windows and as_of are wrong by"
                        + " the difference. Correct it, or restart this process if it is right.";
    }

    /** Returns the time, or the time of the last commit when the clock has jumped. */
    public long nowOrLast(long last) {
        try {
            return now(last);
        } catch (Unavailable jumped) {
            return last;
        }
    }

    /** Returns the time of the reference. */
    public long referenceTime() {
        return reference.getAsLong();
    }

    /** Returns a sentence about the jump as long as the clock is ahead, otherwise null. */
    public @Nullable String problem() {
        Deviation lastJump = jump;
        if (lastJump == null) {
            return null;
        }
        long ahead = clock.getAsLong() - lastJump.reference(System.nanoTime());
        return ahead > LARGEST_JUMP ? sentence(ahead) : null;
    }

    /**
     * Compares the clock with the last stamp of the log at a start. A later stamp means that the log was written under a
     * fast clock, or that the clock is slow now.
     *
     * @param last the time of the last commit
     * @throws StartRefused when the stamp is more than {@link #LARGEST_LEAD} ahead, unless that is accepted
     */
    public void requireNear(long last, StampsAhead stampsAhead) {
        String warning = warningOfStamp(last);
        if (warning == null) {
            return;
        }
        if (last - clock.getAsLong() > LARGEST_LEAD.toMillis() && stampsAhead == StampsAhead.REFUSE) {
            throw new StartRefused(warning + " Encore does not start. If the clock is slow, correct it. If the log was"
                    + " written under a fast clock, restore a backup from before that (./encore restore), or go on"
                    + " with these stamps: start with ENCORE_CLOCK_AHEAD=accept.");
        }
        LOG.warn("{}", warning);
    }

    /**
     * Returns a sentence while the clock is behind the reference, or the last commit has a later time than the clock,
     * otherwise null.
     */
    public @Nullable String warning(long last) {
        String behind = behind();
        return behind == null ? warningOfStamp(last) : behind;
    }

    private @Nullable String warningOfStamp(long last) {
        long ahead = last - clock.getAsLong();
        return ahead < SMALLEST_LEAD.toMillis()
                ? null
                : "The last event of the log is stamped " + Instant.ofEpochMilli(last) + ", "
                        + Duration.ofMillis(ahead).toSeconds() + " s ahead of the clock. Until the clock has reached"
                        + " that time, new events get it too, and windows and as_of are wrong by the difference.";
    }

    private String sentence(long ahead) {
        return "The clock has jumped: it is " + Duration.ofMillis(ahead).toSeconds() + " s ahead of " + referenceName
                + " and of the log. Nothing is written until it is corrected. If it is right, restart this process.";
    }
}
