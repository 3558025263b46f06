package encore.query.search;

import encore.kernel.fans.FanCriteria;
import java.time.LocalDate;
import java.time.ZoneOffset;

/**
 * What a search wants, on the day that it began.
 *
 * @param today in UTC, the same for all pages
 */
record Wanted(FanCriteria criteria, LocalDate today) {

    /** The first millisecond of a UTC day. */
    static long start(LocalDate day) {
        return day.atStartOfDay(ZoneOffset.UTC).toInstant().toEpochMilli();
    }
}
