package encore.kernel.time;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** A range of whole UTC days, both ends inclusive. An end that is null is open. */
public record Days(@Nullable LocalDate from, @Nullable LocalDate to) {

    public static final Days ALL = new Days(null, null);

    /** Returns the first day, counted from 1970. */
    public int firstEpochDay() {
        return from == null ? Integer.MIN_VALUE : (int) from.toEpochDay();
    }

    /** Returns the last day, counted from 1970. */
    public int lastEpochDay() {
        return to == null ? Integer.MAX_VALUE : (int) to.toEpochDay();
    }

    /** Returns the start of the first day. */
    public @Nullable Instant start() {
        return from == null ? null : from.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** Returns the first moment after the last day. */
    public @Nullable Instant end() {
        return to == null ? null : to.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
