package encore.kernel.reports;

import encore.kernel.Command;
import encore.kernel.Query;
import encore.kernel.reports.ReportQuery.FindManagedReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of a report. */
public sealed interface ReportCommand extends Command<ReportUid> {

    ReportId report();

    @Override
    default ReportId stream() {
        return report();
    }

    /** Adds a report. A subject that does not exist, or that its type does not take, is refused (400). */
    record AddReport(
            ReportId report, ReportType reportType, String reportName, ReportWindow window, ReportSubject subject)
            implements ReportCommand, Command.Save<ReportUid, Report.Managed> {

        @Override
        public Query<Report.Managed> record(ReportUid saved) {
            return new FindManagedReport(report.account(), saved.reportUid());
        }
    }

    /**
     * Changes the name or the days of a report. Its type and subject stay.
     *
     * @param reportName null to keep the name
     * @param window null to keep the days
     */
    record ChangeReport(
            ReportId report,
            @Nullable String reportName,
            @Nullable ReportWindow window) implements ReportCommand, Command.Save<ReportUid, Report.Managed> {

        @Override
        public Query<Report.Managed> record(ReportUid saved) {
            return new FindManagedReport(report.account(), saved.reportUid());
        }
    }

    /** Removes a report. */
    record RemoveReport(ReportId report) implements ReportCommand {}

    /** Notes that a report was read. A read within a minute of the last one records nothing. */
    record NoteReportRead(ReportId report, Instant at) implements ReportCommand {}
}
