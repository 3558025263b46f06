package encore.query.reports.readers;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportType;

/**
 * Reads the numbers of one type of report. It owns no numbers: it asks the queries that the endpoints beside it ask, so
 * a report equals them.
 */
public interface ReportReader {

    ReportType type();

    ReportData read(ReportScope scope);
}
