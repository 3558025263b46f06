package encore.kernel.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;

/**
 * A day in a time zone, which may have an hour more or less than others. It begins at its first moment and ends in the
 * second before the next day begins, even if its last hour comes twice.
 */
public record LocalDay(LocalDate date, ZoneId zone) {

    /** Returns the first moment. For a day that the zone skips, it is the first moment after it. */
    public Instant firstMoment() {
        return date.atStartOfDay(zone).toInstant();
    }

    /** Returns the last whole second, never before the first moment. */
    public Instant lastSecond() {
        Instant first = firstMoment();
        Instant last = new LocalDay(date.plusDays(1), zone).firstMoment().minusSeconds(1);
        return last.isBefore(first) ? first : last;
    }

    /**
     * Returns the instant of a local time. Midnight is the first moment of its day. A time that the clocks skip means
     * the same time after the gap, and a time that comes twice means its first occurrence.
     */
    public static Instant instant(LocalDateTime local, ZoneId zone) {
        return local.toLocalTime().equals(LocalTime.MIDNIGHT)
                ? new LocalDay(local.toLocalDate(), zone).firstMoment()
                : local.atZone(zone).toInstant();
    }
}
