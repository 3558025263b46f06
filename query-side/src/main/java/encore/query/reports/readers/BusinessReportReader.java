package encore.query.reports.readers;

import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.CountMembers;
import encore.kernel.businesses.BusinessQuery.FindBusinesses;
import encore.kernel.businesses.BusinessQuery.MemberCounts;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.ListCampaigns;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.completions.CompletionQuery.CountCompletions;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.PointsQuery.PointSums;
import encore.kernel.points.PointsQuery.SumPointsOfPageTabs;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestQuery.ListEnteredQuests;
import encore.kernel.reports.ReportData;
import encore.kernel.reports.ReportDataBuilder;
import encore.kernel.reports.ReportType;
import encore.kernel.reports.data.BusinessReport;
import encore.kernel.reports.data.BusinessReportBuilder;
import encore.kernel.rewards.RewardQuery.CountIssuances;
import encore.query.projection.QueryGateway;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the numbers of a business. */
@Component
class BusinessReportReader implements ReportReader {

    private static final int PAGE = 500;

    private final QueryGateway queryGateway;

    BusinessReportReader(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public ReportType type() {
        return ReportType.BUSINESS;
    }

    @Override
    public ReportData read(ReportScope scope) {
        long account = scope.account();
        long businessId = Objects.requireNonNull(scope.subject().businessId());
        List<Business> found = queryGateway.ask(new FindBusinesses(account, List.of(businessId)));
        List<Campaign.Row> campaigns = found.isEmpty() ? List.of() : campaigns(scope, businessId);
        List<Long> pageTabIds =
                new ArrayList<>(campaigns.stream().map(row -> row.pageTabId()).toList());
        if (!found.isEmpty()) {
            queryGateway.ask(new ListEnteredQuests(account, businessId, false, null, null)).stream()
                    .map(Quest::pageTabId)
                    .forEach(pageTabIds::add);
        }
        MemberCounts members = queryGateway.ask(new CountMembers(account, businessId, scope.days()));
        PointSums points = queryGateway.ask(new SumPointsOfPageTabs(account, pageTabIds, scope.days()));
        List<EntryCounts> entries = queryGateway.ask(new CountEntries(account, pageTabIds, scope.days()));
        return ReportDataBuilder.builder()
                .business(BusinessReportBuilder.builder()
                        .businessId(businessId)
                        .memberCount(members.members())
                        .newMemberCount(members.newMembers())
                        .activityCount(
                                entries.stream().mapToLong(EntryCounts::entries).sum())
                        .pointsAwarded(points.awarded())
                        .pointsDeducted(points.deducted())
                        .questCompletions(queryGateway
                                .ask(new CountCompletions(account, businessId, scope.days()))
                                .count())
                        .rewardsIssued(queryGateway
                                .ask(new CountIssuances(account, businessId, scope.days()))
                                .count())
                        .campaigns(rows(scope, campaigns, entries))
                        .businessName(found.isEmpty() ? null : found.getFirst().businessName())
                        .build())
                .build();
    }

    private List<Campaign.Row> campaigns(ReportScope scope, long businessId) {
        List<Campaign.Row> all = new ArrayList<>();
        @Nullable String after = null;
        boolean more = true;
        while (more) {
            Page<Campaign.Row> page = queryGateway.ask(
                    new ListCampaigns(scope.account(), null, null, businessId, scope.now(), new NextKey(after, PAGE)));
            all.addAll(page.rows());
            after = page.last();
            more = page.more();
        }
        return all;
    }

    /** @param entries the entries of the campaigns first */
    private List<BusinessReport.CampaignRow> rows(
            ReportScope scope, List<Campaign.Row> campaigns, List<EntryCounts> entries) {
        List<BusinessReport.CampaignRow> rows = new ArrayList<>();
        for (int i = 0; i < campaigns.size(); i++) {
            Campaign.Row campaign = campaigns.get(i);
            long fans = queryGateway
                    .ask(new CountFans(scope.account(), campaign.pageTabId(), scope.days()))
                    .fans();
            rows.add(new BusinessReport.CampaignRow(
                    campaign.pageTabId(), campaign.name(), entries.get(i).entries(), fans));
        }
        return rows;
    }
}
