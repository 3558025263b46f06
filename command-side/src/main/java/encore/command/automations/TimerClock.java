package encore.command.automations;

import encore.infra.eventstore.EventTail;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Returns the time at the end of the log. A busy log shows it by itself. An idle log does not, so there its
 * store's clock counts, less a margin. The store is asked when the next timer may be due, and every ten minutes. Used by
 * one thread.
 */
final class TimerClock {

    /** An event that is being written now may have a stamp that is older by about this much. */
    static final Duration MARGIN = Duration.ofSeconds(2);

    private static final long SHORTEST = Duration.ofMillis(500).toNanos();
    private static final long LONGEST = Duration.ofMinutes(10).toNanos();

    private final EventTail tail;
    private final Clock own;
    private @Nullable Reading last;
    private @Nullable Long wakeAt;

    /** A time of the store's clock, and when it was read by {@link System#nanoTime}. */
    private record Reading(long millis, long nanos) {
        long at(long now) {
            return millis + TimeUnit.NANOSECONDS.toMillis(now - nanos);
        }
    }

    TimerClock(EventTail tail, Clock own) {
        this.tail = tail;
        this.own = own;
    }

    /**
     * Returns the time that has been reached at the end of the log, in milliseconds since 1970.
     *
     * @param settled what {@link EventTail#settledTime} returned before the log was read to its end
     * @param next when the next timer is due
     */
    long reached(long settled, long next) {
        if (next <= settled) {
            return settled;
        }
        long now = System.nanoTime();
        long due = next + MARGIN.toMillis();
        Reading known = last;
        if (known == null
                || now - known.nanos() >= LONGEST
                || known.at(now) >= due
                || own.millis() >= due && now - known.nanos() >= SHORTEST) {
            known = new Reading(tail.clockTime(), now);
            last = known;
        }
        long left = TimeUnit.MILLISECONDS.toNanos(due - known.at(now));
        wakeAt = now + Math.clamp(left, 1, LONGEST);
        // Only a time that was just read makes a timer due: a machine that slept, or was slow, would estimate a wrong
        // one.
        return known.nanos() == now ? Math.max(settled, known.millis() - MARGIN.toMillis()) : settled;
    }

    /** Begins a round: no clock is waited for until {@link #reached} is asked. */
    void beginRound() {
        wakeAt = null;
    }

    /** Returns when to look again, as a time of {@link System#nanoTime}; null when no clock is waited for. */
    @Nullable
    Long wakeAt() {
        return wakeAt;
    }
}
