package encore.query.reports.idols;

import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolType;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.ChartRow;
import encore.kernel.time.Days;
import encore.query.projection.QueryGateway;
import encore.query.reports.readers.ReportReader;
import encore.query.reports.readers.ReportScope;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Reads the artists with the most new fans. */
@Component
class ArtistChartsReader implements ReportReader {

    private static final int ROWS = 100;

    private final QueryGateway queryGateway;

    ArtistChartsReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.ARTIST_CHARTS;
    }

    @Override
    public ReportData read(ReportScope scope) {
        IdolFanCounts counts = new IdolFanCounts(queryGateway, scope.account());
        long length = ChronoUnit.DAYS.between(scope.firstDay(), scope.lastDay()) + 1;
        Days before =
                new Days(scope.firstDay().minusDays(length), scope.firstDay().minusDays(1));
        Map<String, Long> fresh = counts.newFans(List.of(), scope.days());
        Map<String, Long> previous = counts.newFans(List.of(), before);
        List<Idol> chart = ranked(fresh, counts);
        Map<String, Integer> previousRanks = new HashMap<>();
        ranked(previous, counts).forEach(idol -> previousRanks.put(idol.idolUid(), previousRanks.size() + 1));
        List<Idol> shown = chart.subList(0, Math.min(ROWS, chart.size()));
        Map<String, Long> fans = counts.fans(shown, scope.today());
        List<ChartRow> rows = new ArrayList<>();
        for (Idol idol : shown) {
            rows.add(new ChartRow(
                    rows.size() + 1,
                    previousRanks.get(idol.idolUid()),
                    idol.idolUid(),
                    idol.idolName(),
                    Objects.requireNonNull(fresh.get(idol.idolUid())),
                    fans.getOrDefault(idol.idolUid(), 0L)));
        }
        return ReportDataBuilder.builder().artistCharts(rows).build();
    }

    /** Returns the artists among some idols, those with the most new fans first. */
    private static List<Idol> ranked(Map<String, Long> fresh, IdolFanCounts counts) {
        return counts.idols(List.copyOf(fresh.keySet())).values().stream()
                .filter(idol -> idol.idolType() == IdolType.ARTIST)
                .sorted(Comparator.comparingLong((Idol idol) -> fresh.getOrDefault(idol.idolUid(), 0L))
                        .reversed()
                        .thenComparing(Idol::idolName)
                        .thenComparing(Idol::idolUid))
                .toList();
    }
}
