package encore.kernel.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * Converts local days and times to instants, also where clocks are changed. A day begins at its first moment and ends
 * in the second before the next day begins, even if its last hour comes twice. A time of day that the clocks skip means
 * the same time after the gap. A time of day that comes twice means its first occurrence.
 */
public final class LocalTimes {

    private LocalTimes() {}

    /** Returns the first moment of a day. For a day that the zone skips, it is the first moment after it. */
    public static Instant firstMoment(LocalDate day, ZoneId zone) {
        return day.atStartOfDay(zone).toInstant();
    }

    /** Returns the last whole second of a day, never before its first moment. */
    public static Instant lastSecond(LocalDate day, ZoneId zone) {
        Instant first = firstMoment(day, zone);
        Instant last = firstMoment(day.plusDays(1), zone).minusSeconds(1);
        return last.isBefore(first) ? first : last;
    }

    /** Returns the instant of a local time. Midnight is the first moment of its day. */
    public static Instant instant(LocalDateTime local, ZoneId zone) {
        return local.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? firstMoment(local.toLocalDate(), zone)
                : local.atZone(zone).toInstant();
    }
}
