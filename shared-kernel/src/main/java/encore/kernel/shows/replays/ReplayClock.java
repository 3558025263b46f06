package encore.kernel.shows.replays;

import encore.kernel.shows.replays.ReplayEvent.ReplayClockSet;
import encore.kernel.shows.replays.ReplayEvent.ReplayOpened;
import java.time.Duration;
import java.time.Instant;

/**
 * The clock of a replay. It maps the time of the log to a time of the show, and follows from the events of the replay
 * alone, so it is the same wherever it is computed.
 *
 * @param from the first second of the show that is shown
 * @param to the last second, inclusive
 * @param setAt the time of the log at which the clock was set last
 * @param shownAt the time of the show at that moment
 * @param soughtPosition the position of the event that opened the replay or sought last
 * @param soughtTime the time of the show from which that event let the replay go on
 */
public record ReplayClock(
        Instant from,
        Instant to,
        Instant setAt,
        Instant shownAt,
        int speed,
        boolean isPaused,
        long soughtPosition,
        Instant soughtTime) {

    private static final Duration LAST_SECOND = Duration.ofSeconds(1);

    /** Returns the clock of a replay that was opened at a time and position of the log. */
    public static ReplayClock of(ReplayOpened event, Instant at, long position) {
        return new ReplayClock(
                event.from(), event.to(), at, event.from(), event.speed(), event.isPaused(), position, event.from());
    }

    /** Returns the clock after an event at a time and position of the log. */
    public ReplayClock after(ReplayClockSet event, Instant at, long position) {
        Instant seek = event.seek();
        return new ReplayClock(
                from,
                to,
                at,
                seek == null ? shown(at) : seek,
                event.speed(),
                event.isPaused(),
                seek == null ? soughtPosition : position,
                seek == null ? soughtTime : seek);
    }

    /** Returns the end of what is shown, exclusive: the clock stops there. */
    public Instant end() {
        return to.plus(LAST_SECOND);
    }

    /** Returns the time of the show that is reached at a time of the log. */
    public Instant shown(Instant now) {
        if (isPaused || now.isBefore(setAt)) {
            return shownAt;
        }
        Instant shown = shownAt.plus(Duration.between(setAt, now).multipliedBy(speed));
        return shown.isAfter(end()) ? end() : shown;
    }

    /** Returns how long it takes from a time of the log until a later time of the show is reached, if it does not stand. */
    public Duration untilShown(Instant later, Instant now) {
        Duration left = Duration.between(shown(now), later);
        return left.isNegative() ? Duration.ZERO : left.plusMillis(speed - 1L).dividedBy(speed);
    }
}
