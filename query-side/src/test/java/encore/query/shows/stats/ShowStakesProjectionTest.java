package encore.query.shows.stats;

import static encore.query.campaigns.CampaignEvents.SPRING;
import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPaid;
import encore.kernel.fanwagers.FanWagerEvent.FanWagerPlaced;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LedgerId;
import encore.kernel.points.ledgers.SecondRange;
import encore.kernel.shows.stats.TimelineQuery.FindStakeSums;
import encore.kernel.shows.stats.TimelineQuery.StakeSum;
import encore.kernel.tabitems.TabItemId;
import encore.kernel.wagers.WagerId;
import encore.query.ProjectionUnderTest;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ShowStakesProjectionTest {

    private static final Instant START = ProjectionUnderTest.START;

    @Test
    void stakes_are_summed_by_fan() {
        try (var stakes = new ProjectionUnderTest<>(ShowStakesProjection::new)) {
            stakes.given(
                    staked(SPRING, 11, 2, 30),
                    staked(SPRING, 12, 1, 10),
                    staked(SPRING, 11, 1, 5),
                    staked(new CampaignId(7, 101), 13, 1, 1_000),
                    paid(SPRING, 12, 1, 25),
                    paid(SPRING, 11, 2, 30));
            for (int rows = 1; rows <= 3; rows++) {
                assertThat(sums(stakes, null, SecondRange.ALL, rows))
                        .containsExactly(new StakeSum(1, 15, 25), new StakeSum(2, 30, 30));
            }
            assertThat(sums(stakes, 11L, SecondRange.ALL, 1))
                    .containsExactly(new StakeSum(1, 5, 0), new StakeSum(2, 30, 30));
            assertThat(sums(stakes, 13L, SecondRange.ALL, 1)).containsExactly(new StakeSum(1, 1_000, 0));
            assertThat(sums(stakes, null, new SecondRange(START.plusSeconds(1), START.plusSeconds(4)), 1))
                    .containsExactly(new StakeSum(1, 15, 25));
            try (var again = stakes.replayed()) {
                assertThat(again.checksums()).isEqualTo(stakes.checksums());
            }
        }
    }

    private static List<StakeSum> sums(
            ProjectionUnderTest<ShowStakesProjection> stakes, @Nullable Long tabItemId, SecondRange seconds, int rows) {
        List<StakeSum> found = new ArrayList<>();
        for (String after = null; ; ) {
            var query = new FindStakeSums(7, 100, tabItemId, seconds, new NextKey(after, rows));
            Page<StakeSum> page = stakes.read(documents -> stakes.projection().find(query, documents));
            found.addAll(page.rows());
            if (!page.more()) {
                return found;
            }
            after = page.last();
        }
    }

    private static FanWagerPlaced staked(CampaignId campaign, long tabItem, long fan, long points) {
        return new FanWagerPlaced(
                ledger(fan), wager(campaign, tabItem), "stake-" + fan, points, BigDecimal.TWO, "payout-" + fan);
    }

    private static FanWagerPaid paid(CampaignId campaign, long tabItem, long fan, long points) {
        return new FanWagerPaid(ledger(fan), wager(campaign, tabItem), "stake-" + fan, "payout-" + fan, points);
    }

    private static LedgerId ledger(long fan) {
        return new LedgerId(new FanId(7, fan), "points-7");
    }

    private static WagerId wager(CampaignId campaign, long tabItem) {
        return new WagerId(new TabItemId(campaign, tabItem), "wager");
    }
}
