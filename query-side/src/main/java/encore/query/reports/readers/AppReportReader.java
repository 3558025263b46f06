package encore.query.reports.readers;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.campaignviews.ViewsQuery.SumViews;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.AppReport;
import encore.kernel.time.Days;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Reads the numbers of a campaign. */
@Component
class AppReportReader implements ReportReader {

    private final QueryGateway queryGateway;

    AppReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.APP;
    }

    @Override
    public ReportData read(ReportScope scope) {
        long pageTabId = Objects.requireNonNull(scope.subject().pageTabId());
        List<Campaign> found = queryGateway.ask(new FindCampaigns(scope.account(), List.of(pageTabId)));
        AppReport.Day sums = numbers(scope.account(), pageTabId, scope.days(), scope.firstDay());
        List<AppReport.Day> days = scope.eachDay().stream()
                .map(day -> numbers(scope.account(), pageTabId, new Days(day, day), day))
                .toList();
        return ReportDataBuilder.builder()
                .app(new AppReport(
                        pageTabId,
                        found.isEmpty() ? null : found.getFirst().name(),
                        sums.totalEntries(),
                        sums.fanCount(),
                        sums.views(),
                        sums.shares(),
                        sums.optIns(),
                        days))
                .build();
    }

    /** Asks for the numbers of some days, and returns them under one date. */
    private AppReport.Day numbers(long account, long pageTabId, Days days, LocalDate date) {
        ViewSums views = queryGateway
                .ask(new SumViews(account, List.of(pageTabId), days))
                .getFirst();
        EntryCounts entries = queryGateway
                .ask(new CountEntries(account, List.of(pageTabId), days))
                .getFirst();
        long fans = queryGateway.ask(new CountFans(account, pageTabId, days)).fans();
        return new AppReport.Day(date, entries.entries(), fans, views.views(), views.shares(), entries.optIns());
    }
}
