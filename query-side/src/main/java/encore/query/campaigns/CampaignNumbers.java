package encore.query.campaigns;

import encore.kernel.Days;
import encore.kernel.campaigns.BundleStats;
import encore.kernel.campaigns.BundleStats.Bundle;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaigns.CampaignStats;
import encore.kernel.campaigns.EntryCounts;
import encore.kernel.campaigns.StatsQuery.CountEntries;
import encore.kernel.campaigns.StatsQuery.CountFans;
import encore.kernel.campaigns.StatsQuery.FindBundleStats;
import encore.kernel.campaigns.StatsQuery.FindCampaignStats;
import encore.kernel.campaigns.ViewSums;
import encore.kernel.campaigns.ViewsQuery.SumViews;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins the statistics of campaigns: counts of entries and fans, and reported views. */
@Component
class CampaignNumbers implements QueryComponent {

    private final QueryGateway questions;

    CampaignNumbers(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    CampaignStats find(FindCampaignStats query) {
        Campaign campaign = questions.ask(new FindCampaign(query.account(), query.pageTabId()));
        return CampaignStats.of(
                campaign,
                questions.ask(new CountFans(query.account(), query.pageTabId(), query.days())),
                views(query.account(), List.of(query.pageTabId()), query.days()).getFirst());
    }

    @QueryHandler
    BundleStats find(FindBundleStats query) {
        List<Campaign> campaigns = bundled(questions.ask(new FindCampaign(query.account(), query.pageTabId())));
        List<Long> ids = campaigns.stream().map(Campaign::pageTabId).toList();
        List<ViewSums> views = views(query.account(), ids, query.days());
        List<EntryCounts> entries = questions.ask(new CountEntries(query.account(), ids, query.days()));
        return BundleStats.of(
                query.days(),
                IntStream.range(0, ids.size())
                        .mapToObj(i -> Bundle.of(campaigns.get(i), views.get(i), entries.get(i)))
                        .toList());
    }

    /** Returns the bundled campaigns in the order of the bundle. A campaign that bundles none is its own bundle. */
    private List<Campaign> bundled(Campaign campaign) {
        List<Long> ids = campaign.details().bundledPageTabIds();
        if (ids == null || ids.isEmpty()) {
            return List.of(campaign);
        }
        return questions.ask(new FindCampaigns(campaign.account(), ids)).stream()
                .sorted(Comparator.comparingInt(one -> ids.indexOf(one.pageTabId())))
                .toList();
    }

    private List<ViewSums> views(long account, List<Long> ids, Days days) {
        return questions.ask(new SumViews(account, ids, days));
    }
}
