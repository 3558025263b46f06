package encore.kernel.reports;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import java.time.Instant;
import java.time.LocalDate;

/** Everything that can be asked about reports. */
public sealed interface ReportQuery<R> extends Query<R> {

    /** An account's reports in the order of creation, with their days as of today. */
    record ListReports(long account, LocalDate today, Paging.NextKey paging) implements ReportQuery<Page<Report>> {}

    /** An account's reports as they were entered, in the order of creation. */
    record ListManagedReports(long account, Paging.NextKey paging) implements ReportQuery<Page<Report.Managed>> {}

    /** One report as it was entered; an unknown one is refused as unknown. */
    record FindManagedReport(long account, String reportUid) implements ReportQuery<Report.Managed> {}

    /**
     * The numbers of a report; an unknown one is refused as unknown.
     *
     * @param now the time of the call, of whose UTC day the last days count
     */
    record FindReportData(long account, String reportUid, Instant now) implements ReportQuery<ReportData> {}
}
