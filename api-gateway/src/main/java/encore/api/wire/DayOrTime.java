package encore.api.wire;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The start of something: a whole UTC day, or a moment.
 *
 * @param day null for a moment
 */
public record DayOrTime(Instant start, @Nullable LocalDate day) implements Comparable<DayOrTime> {

    static DayOrTime of(LocalDate day) {
        return new DayOrTime(day.atStartOfDay(ZoneOffset.UTC).toInstant(), day);
    }

    @Override
    public int compareTo(DayOrTime other) {
        return start.compareTo(other.start);
    }

    /** Returns a text that can be parsed again. */
    @Override
    public String toString() {
        return day == null ? start.toString() : day.toString();
    }
}
