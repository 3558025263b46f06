package encore.query.campaignstats;

import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaignstats.BundleStats;
import encore.kernel.campaignstats.BundleStats.Bundle;
import encore.kernel.campaignstats.CampaignStats;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.CampaignStatsQuery.FindBundleStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindCampaignStats;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.campaignviews.ViewsQuery.SumViews;
import encore.kernel.time.Days;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the statistics of campaigns: counts of entries and fans, and reported views. */
@Component
class CampaignStatsQueries implements QueryComponent {

    private final QueryGateway queryGateway;

    CampaignStatsQueries(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    CampaignStats find(FindCampaignStats query) {
        Campaign campaign = queryGateway.ask(new FindCampaign(query.account(), query.pageTabId()));
        return CampaignStats.of(
                campaign,
                queryGateway.ask(new CountFans(query.account(), query.pageTabId(), query.days())),
                findViews(query.account(), List.of(query.pageTabId()), query.days())
                        .getFirst());
    }

    @QueryHandler
    BundleStats find(FindBundleStats query) {
        List<Campaign> campaigns = bundled(queryGateway.ask(new FindCampaign(query.account(), query.pageTabId())));
        List<Long> ids = campaigns.stream().map(Campaign::pageTabId).toList();
        List<ViewSums> views = findViews(query.account(), ids, query.days());
        List<EntryCounts> entries = queryGateway.ask(new CountEntries(query.account(), ids, query.days()));
        return BundleStats.of(
                query.days(),
                IntStream.range(0, ids.size())
                        .mapToObj(i -> Bundle.of(campaigns.get(i), views.get(i), entries.get(i)))
                        .toList());
    }

    /**
     * Returns the bundled campaigns in the order of the bundle. A campaign that bundles none that is left is its own
     * bundle.
     */
    private List<Campaign> bundled(Campaign campaign) {
        List<Long> ids = campaign.details().bundledPageTabIds();
        if (ids == null || ids.isEmpty()) {
            return List.of(campaign);
        }
        List<Campaign> found = queryGateway.ask(new FindCampaigns(campaign.account(), ids)).stream()
                .sorted(Comparator.comparingInt(one -> ids.indexOf(one.pageTabId())))
                .toList();
        return found.isEmpty() ? List.of(campaign) : found;
    }

    private List<ViewSums> findViews(long account, List<Long> ids, Days days) {
        return queryGateway.ask(new SumViews(account, ids, days));
    }
}
