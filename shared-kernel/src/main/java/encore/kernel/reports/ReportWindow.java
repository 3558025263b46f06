package encore.kernel.reports;

import encore.kernel.time.Days;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * The UTC days that a report is about: fixed days, or the last days including today.
 *
 * @param startDate the first day; null with {@code lastDays}
 * @param endDate the last day, inclusive; null with {@code lastDays}
 * @param lastDays the number of days that end with today; null with fixed days
 */
public record ReportWindow(
        @Nullable LocalDate startDate,
        @Nullable LocalDate endDate,
        @Nullable Integer lastDays) {

    /** The largest number of days of a report. */
    public static final int MAX_DAYS = 366;

    /** Returns the window of the last days. */
    public static ReportWindow ofLastDays(int lastDays) {
        return new ReportWindow(null, null, lastDays);
    }

    /** Returns whether nothing is given. */
    public boolean isEmpty() {
        return startDate == null && endDate == null && lastDays == null;
    }

    /** Returns the days of the window as of a UTC day. */
    public Days days(LocalDate today) {
        return lastDays == null ? new Days(startDate, endDate) : new Days(today.minusDays(lastDays - 1L), today);
    }
}
