package encore.kernel;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** Whole UTC days, both ends inclusive; an end that is null is open. */
public record Days(@Nullable LocalDate from, @Nullable LocalDate to) {

    public static final Days ALL = new Days(null, null);

    /** The first day, counted from 1970. */
    public int first() {
        return from == null ? Integer.MIN_VALUE : (int) from.toEpochDay();
    }

    /** The last day, counted from 1970. */
    public int last() {
        return to == null ? Integer.MAX_VALUE : (int) to.toEpochDay();
    }

    /** The moment that they begin with. */
    public @Nullable Instant start() {
        return from == null ? null : from.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    /** The first moment behind them. */
    public @Nullable Instant end() {
        return to == null ? null : to.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
