package encore.kernel.reports;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.time.Days;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.time.LocalDate;
import org.jspecify.annotations.Nullable;

/**
 * A report as the list shows it (spec 3, 2).
 *
 * @param startDate the first UTC day, of the last days as they are today
 * @param endDate the last UTC day, inclusive
 * @param lastAccessTimestamp the time of the last read, exact to a minute; null before the first
 */
public record Report(
        String reportUid,
        String reportName,
        ReportType reportType,
        @Nullable LocalDate startDate,
        @Nullable LocalDate endDate,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant lastAccessTimestamp) {

    /** The form for staff, with the window and the subject as they were entered. */
    public record Managed(
            String reportUid,
            String reportName,
            ReportType reportType,
            @JsonUnwrapped ReportWindow window,
            @JsonUnwrapped ReportSubject subject,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant lastAccessTimestamp,
            @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

        /** Returns the form of the list as of a UTC day. */
        public Report toReport(LocalDate today) {
            Days days = window.days(today);
            return new Report(reportUid, reportName, reportType, days.from(), days.to(), lastAccessTimestamp);
        }
    }
}
