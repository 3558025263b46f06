package encore.query.reports.readers;

import encore.kernel.fans.FanQuery.CountErasures;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.CrmReport;
import encore.kernel.search.FanCriteria;
import encore.kernel.search.FanCriteriaBuilder;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.FanStats;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.segments.SegmentQuery.FindSelectionStats;
import encore.kernel.time.DayCount;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Reads the numbers of all fans of an account. */
@Component
class CrmReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    CrmReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.CRM;
    }

    @Override
    public ReportData read(ReportScope scope) {
        FanStats stats = queryGateway.ask(
                new FindSelectionStats(scope.account(), new FanSelection(FanCriteria.any(), null), scope.today()));
        List<LocalDate> days = scope.eachDay();
        List<FanSelection> selections = new ArrayList<>();
        selections.add(registered(scope.firstDay(), scope.lastDay()));
        selections.add(active(scope.firstDay(), scope.lastDay()));
        days.forEach(day -> {
            selections.add(registered(day, day));
            selections.add(active(day, day));
        });
        List<Long> counts = queryGateway.ask(new CountFanSelections(scope.account(), selections, scope.today()));
        Map<LocalDate, Long> erasures = queryGateway.ask(new CountErasures(scope.account(), scope.days())).stream()
                .collect(Collectors.toMap(DayCount::date, DayCount::count));
        List<CrmReport.Day> rows = new ArrayList<>();
        for (int i = 0; i < days.size(); i++) {
            rows.add(new CrmReport.Day(
                    days.get(i), counts.get(2 * i + 2), erasures.getOrDefault(days.get(i), 0L), counts.get(2 * i + 3)));
        }
        return ReportDataBuilder.builder()
                .crm(new CrmReport(
                        stats.fans().fanCount(),
                        counts.get(0),
                        erasures.values().stream().mapToLong(Long::longValue).sum(),
                        stats.fans().emailSubscribeCount(),
                        stats.fans().phoneSubscribeCount(),
                        counts.get(1),
                        rows,
                        stats.topCountries()))
                .build();
    }

    private static FanSelection registered(LocalDate from, LocalDate to) {
        return new FanSelection(
                FanCriteriaBuilder.builder(FanCriteria.any())
                        .createdFrom(from)
                        .createdTo(to)
                        .build(),
                null);
    }

    private static FanSelection active(LocalDate from, LocalDate to) {
        return new FanSelection(
                FanCriteriaBuilder.builder(FanCriteria.any())
                        .active(new FanCriteria.ActiveDays(null, null, from, to))
                        .build(),
                null);
    }
}
