package encore.query.reports.ads;

import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import org.springframework.stereotype.Component;

/** Reads the numbers of an advertising account of the social network. */
@Component
class FbAdaccountReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    FbAdaccountReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.FB_ADACCOUNT;
    }

    @Override
    public ReportData read(ReportScope scope) {
        return ReportDataBuilder.builder()
                .fbAdaccount(AdAccountNumbers.read(scope, queryGateway))
                .build();
    }
}
