package encore.query.campaignstats;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.campaignstats.BundleStats;
import encore.kernel.campaignstats.CampaignStats;
import encore.kernel.campaignstats.CampaignStatsQuery.CountEntries;
import encore.kernel.campaignstats.CampaignStatsQuery.CountFans;
import encore.kernel.campaignstats.CampaignStatsQuery.FindBundleStats;
import encore.kernel.campaignstats.CampaignStatsQuery.FindCampaignStats;
import encore.kernel.campaignstats.EntryCounts;
import encore.kernel.campaignstats.FanCounts;
import encore.kernel.campaignstats.PlaceFanCount;
import encore.kernel.campaignviews.ViewSums;
import encore.kernel.campaignviews.ViewsQuery.SumViews;
import encore.kernel.time.Days;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignStatsQueriesTest {

    private static final Days MARCH = new Days(LocalDate.of(2026, 3, 1), LocalDate.of(2026, 3, 31));
    private static final List<PlaceFanCount> PLACES = List.of(new PlaceFanCount("US", "MA", 2));

    /** Each campaign's numbers are its own, told by its id. */
    private final FakeQueryGateway others = new FakeQueryGateway()
            .on(FindCampaign.class, query -> campaign(query.pageTabId()))
            .on(CountFans.class, query -> new FanCounts(9, 8, 7, 6, 5, PLACES))
            .on(
                    CountEntries.class,
                    query -> query.pageTabIds().stream()
                            .map(id -> new EntryCounts(id, id, id + 1))
                            .toList())
            .on(
                    SumViews.class,
                    query -> query.pageTabIds().stream()
                            .map(id -> new ViewSums(id, id * 10, id * 20, id * 5))
                            .toList());

    @Test
    void numbers_of_a_campaign_are_what_was_counted_and_what_was_reported() {
        assertThat(new CampaignStatsQueries(others).find(new FindCampaignStats(7, 100, MARCH)))
                .isEqualTo(new CampaignStats(100, "c100", 9, 8, 1_000, PLACES, 7, 6, 5));
        assertThat(others.askedQueries).contains(new CountFans(7, 100, MARCH), new SumViews(7, List.of(100L), MARCH));
    }

    @Test
    void a_bundle_has_those_of_its_campaigns_that_are_there_in_its_order() {
        others.on(FindCampaigns.class, query -> List.of(campaign(1), campaign(3)));
        assertThat(stats(3L, 2L, 1L))
                .isEqualTo(new BundleStats(
                        new BundleStats.Summary(MARCH.from(), MARCH.to(), 40, 80, 4, 6),
                        List.of(
                                new BundleStats.Bundle("c3", 3, 30, 60, 3, 4, 15),
                                new BundleStats.Bundle("c1", 1, 10, 20, 1, 2, 5))));
        assertThat(others.askedQueries).contains(new CountEntries(7, List.of(3L, 1L), MARCH));
    }

    @Test
    void a_campaign_that_bundles_none_is_its_own_bundle() {
        assertThat(stats().bundles()).containsExactly(new BundleStats.Bundle("c100", 100, 1_000, 2_000, 100, 101, 500));
    }

    @Test
    void a_bundle_whose_campaigns_were_all_deleted_is_its_own_bundle() {
        others.on(FindCampaigns.class, query -> List.of());
        assertThat(stats(1L, 2L).bundles())
                .containsExactly(new BundleStats.Bundle("c100", 100, 1_000, 2_000, 100, 101, 500));
    }

    private BundleStats stats(Long... bundled) {
        others.on(FindCampaign.class, query -> campaign(query.pageTabId(), bundled));
        return new CampaignStatsQueries(others).find(new FindBundleStats(7, 100, MARCH));
    }

    private static Campaign campaign(long id, Long... bundled) {
        var details = CampaignDetailsBuilder.builder()
                .name("c" + id)
                .bundledPageTabIds(List.of(bundled))
                .build();
        return new Campaign(7, id, AppType.CUSTOM, null, details, Instant.EPOCH);
    }
}
