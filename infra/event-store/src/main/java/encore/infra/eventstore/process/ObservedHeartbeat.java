package encore.infra.eventstore.process;

import java.time.Duration;

/**
 * The number of another process's last heartbeat, as an observer knows it. Pauses of the observer do not count as silence:
 * on a busy machine the other process may have waited as well.
 *
 * @param number changes with each heartbeat
 * @param lookedAt the {@link System#nanoTime} of the observer's last look
 * @param silence for how many nanoseconds the observer has seen the number stand still
 */
public record ObservedHeartbeat(long number, long lookedAt, long silence) {

    /** Observers look at least twice a second. */
    private static final long MAX_STEP = Duration.ofMillis(750).toNanos();

    /** The first look at a process. */
    public static ObservedHeartbeat first(long number, long now) {
        return new ObservedHeartbeat(number, now, 0);
    }

    /** Returns what the observer knows after another look. */
    public ObservedHeartbeat lookAgain(long seen, long now) {
        return seen == number
                ? new ObservedHeartbeat(number, now, silence + Math.min(now - lookedAt, MAX_STEP))
                : first(seen, now);
    }
}
