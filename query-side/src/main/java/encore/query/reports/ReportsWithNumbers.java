package encore.query.reports;

import encore.kernel.reports.Report;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportQuery.FindManagedReport;
import encore.kernel.reports.ReportQuery.FindReportData;
import encore.kernel.reports.ReportType;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers the numbers of a report: it finds the report, and lets the reader of its type ask for them. */
@Component
class ReportsWithNumbers implements QueryComponent {

    private final QueryGateway queryGateway;
    private final Map<ReportType, ReportReader> readers = new EnumMap<>(ReportType.class);

    ReportsWithNumbers(QueryGateway queryGateway, List<ReportReader> readers) {
        this.queryGateway = queryGateway;
        readers.forEach(reader -> this.readers.put(reader.type(), reader));
        for (ReportType type : ReportType.values()) {
            if (!this.readers.containsKey(type)) {
                throw new IllegalStateException("No reader for reports of the type " + type);
            }
        }
    }

    @QueryHandler
    ReportData find(FindReportData query) {
        Report.Managed report = queryGateway.ask(new FindManagedReport(query.account(), query.reportUid()));
        LocalDate today = LocalDate.ofInstant(query.now(), ZoneOffset.UTC);
        ReportReader reader = readers.get(report.reportType());
        if (reader == null) {
            throw new IllegalStateException("No reader for reports of the type " + report.reportType());
        }
        return reader.read(new ReportScope(
                query.account(), report.subject(), report.window().days(today), query.now()));
    }
}
