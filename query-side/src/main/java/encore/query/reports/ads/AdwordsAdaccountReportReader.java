package encore.query.reports.ads;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import org.springframework.stereotype.Component;

/** Reads the numbers of an advertising account of the search engine. */
@Component
class AdwordsAdaccountReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    AdwordsAdaccountReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.ADWORDS_ADACCOUNT;
    }

    @Override
    public ReportData read(ReportScope scope) {
        return ReportDataBuilder.builder()
                .adwordsAdaccount(AdAccountNumbers.read(scope, queryGateway))
                .build();
    }
}
