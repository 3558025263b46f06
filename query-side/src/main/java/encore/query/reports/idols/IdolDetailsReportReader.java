package encore.query.reports.idols;

import encore.kernel.idols.Idol;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.IdolDetailsReport;
import encore.kernel.reports.data.IdolRow;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.FindSelectionStats;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads the numbers of one idol, and of its fans by gender, age and country. */
@Component
class IdolDetailsReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    IdolDetailsReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.IDOL_DETAILS;
    }

    @Override
    public ReportData read(ReportScope scope) {
        IdolFanCounts counts = new IdolFanCounts(queryGateway, scope.account());
        String uid = scope.subject().idols().getFirst();
        Idol idol = counts.idols(List.of(uid)).get(uid);
        long fresh = counts.newFans(List.of(uid), scope.days()).getOrDefault(uid, 0L);
        return ReportDataBuilder.builder()
                .idolDetails(idol == null ? withoutFans(uid, fresh) : details(scope, idol, fresh))
                .build();
    }

    private IdolDetailsReport details(ReportScope scope, Idol idol, long fresh) {
        FanStats stats =
                queryGateway.ask(new FindSelectionStats(scope.account(), IdolFanCounts.fansOf(idol), scope.today()));
        return new IdolDetailsReport(
                new IdolRow(idol.idolUid(), idol.idolName(), stats.fans().fanCount(), fresh),
                stats.fanDemographics().gender(),
                stats.fanDemographics().age(),
                stats.topCountries());
    }

    /** Returns the history of a deleted idol, which no fan has any more. */
    private static IdolDetailsReport withoutFans(String uid, long fresh) {
        return new IdolDetailsReport(new IdolRow(uid, null, 0, fresh), Map.of(), Map.of(), Map.of());
    }
}
