package encore.query.reports.idols;

import encore.kernel.idols.Idol;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.IdolRow;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads the numbers of some idols. */
@Component
class IdolReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    IdolReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.IDOL;
    }

    @Override
    public ReportData read(ReportScope scope) {
        IdolFanCounts counts = new IdolFanCounts(queryGateway, scope.account());
        List<String> uids = scope.subject().idols();
        Map<String, Idol> idols = counts.idols(uids);
        Map<String, Long> fans = counts.fans(List.copyOf(idols.values()), scope.today());
        Map<String, Long> fresh = counts.newFans(uids, scope.days());
        return ReportDataBuilder.builder()
                .idol(uids.stream()
                        .map(uid -> {
                            Idol idol = idols.get(uid);
                            return new IdolRow(
                                    uid,
                                    idol == null ? null : idol.idolName(),
                                    fans.getOrDefault(uid, 0L),
                                    fresh.getOrDefault(uid, 0L));
                        })
                        .toList())
                .build();
    }
}
