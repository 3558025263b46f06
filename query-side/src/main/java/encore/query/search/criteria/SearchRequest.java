package encore.query.search.criteria;

import encore.kernel.search.FanCriteria;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The criteria of a search and the day on which it began.
 *
 * @param today in UTC, the same for all pages of the search
 */
public record SearchRequest(FanCriteria criteria, LocalDate today) {

    /** Returns the first millisecond of a UTC day. */
    public static long startOfDay(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
