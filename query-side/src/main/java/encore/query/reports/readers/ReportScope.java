package encore.query.reports.readers;

import encore.kernel.reports.ReportSubject;
import encore.kernel.time.Days;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;

/**
 * The subject and the days of a report that is read.
 *
 * @param days with both ends
 */
public record ReportScope(long account, ReportSubject subject, Days days, Instant now) {

    public LocalDate firstDay() {
        return Objects.requireNonNull(days.from());
    }

    public LocalDate lastDay() {
        return Objects.requireNonNull(days.to());
    }

    public LocalDate today() {
        return LocalDate.ofInstant(now, ZoneOffset.UTC);
    }

    /** Returns every day of the window, in order. */
    public List<LocalDate> eachDay() {
        return firstDay().datesUntil(lastDay().plusDays(1)).toList();
    }
}
