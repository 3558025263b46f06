package encore.command.shows.players;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Limits how often a fan does something, by the times of the fan's own events, ascending. */
final class ActionTimes {

    private ActionTimes() {}

    /** Returns the seconds until fewer than a number of actions are within the period; null when fewer are now. */
    static @Nullable Long waitFor(List<Instant> times, int most, Duration period, Instant now) {
        if (most <= 0 || times.size() < most) {
            return null;
        }
        Instant free = times.get(times.size() - most).plus(period);
        return free.isAfter(now)
                ? Long.valueOf(Duration.between(now, free).plusNanos(999_999_999).toSeconds())
                : null;
    }

    /** Adds an action, and forgets the ones that no limit needs. */
    static void add(List<Instant> times, Instant at, int most) {
        times.add(at);
        if (times.size() > most) {
            times.removeFirst();
        }
    }
}
