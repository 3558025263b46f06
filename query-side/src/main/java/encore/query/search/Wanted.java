package encore.query.search;

import encore.kernel.fans.FanCriteria;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * The criteria of a search and the day on which it began.
 *
 * @param today in UTC, the same for all pages of the search
 */
record Wanted(FanCriteria criteria, LocalDate today) {

    /** Returns the first millisecond of a UTC day. */
    static long start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
