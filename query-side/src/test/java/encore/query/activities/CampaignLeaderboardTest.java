package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.accounts.Account;
import encore.kernel.accounts.AccountQuery.FindAccount;
import encore.kernel.activities.ActivityQuery.FindBestEntries;
import encore.kernel.activities.ActivityQuery.FindCampaignLeaderboard;
import encore.kernel.activities.ActivityQuery.FindPointSums;
import encore.kernel.activities.CampaignRank;
import encore.kernel.activities.CampaignRankBuilder;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.businesses.Business;
import encore.kernel.businesses.BusinessQuery.FindBusinessPoints;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetails;
import encore.kernel.campaigns.CampaignQuery.FindCampaign;
import encore.kernel.fans.DisplayNames;
import encore.kernel.fans.FanQuery.FindDisplayNames;
import encore.kernel.hiddenfans.HiddenFan;
import encore.kernel.hiddenfans.HiddenFanQuery.FindHiddenAmong;
import encore.kernel.paging.Page;
import encore.kernel.points.PointsQuery.FindPointsOfFans;
import encore.kernel.points.ledgers.PointsByFan;
import encore.query.FakeQueryGateway;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CampaignLeaderboardTest {

    private static final Instant THEN = Instant.parse("2026-03-01T12:00:00Z");

    private Set<Long> hidden = Set.of();

    @Test
    void each_kind_shows_its_own_columns() {
        assertThat(first(AppType.MEMORY_MATCH))
                .isEqualTo(new CampaignRank(1, 41, "Fan 41", false, THEN, null, null, 1_500L, null));
        assertThat(first(AppType.TRIVIA))
                .isEqualTo(new CampaignRank(1, 41, "Fan 41", false, THEN, null, null, 1_500L, 3L));
        for (AppType type : List.of(AppType.ARCADE, AppType.BINGO)) {
            assertThat(first(type))
                    .isEqualTo(CampaignRankBuilder.builder()
                            .rank(1)
                            .fanId(41)
                            .isHidden(false)
                            .activityTimestamp(THEN)
                            .displayName("Fan 41")
                            .points(50L)
                            .build());
        }
        assertThat(first(AppType.WAGER)).isEqualTo(new CampaignRank(1, 41, "Fan 41", false, THEN, 60L, 7L, null, null));
    }

    @Test
    void hidden_fans_close_up_the_ranks_and_as_many_rows_are_read_as_that_takes() {
        hidden = Set.of(41L, 43L, 44L, 46L);
        assertThat(ranked(false, 3)).containsExactly("1: 42", "2: 45", "3: 47");
        assertThat(ranked(true, 3)).containsExactly("1: 41 hidden", "2: 42", "3: 43 hidden");
        assertThat(ranked(false, 100)).hasSize(16);
        hidden = Set.of();
        assertThat(ranked(false, 3)).containsExactly("1: 41", "2: 42", "3: 43");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"MEMORY_MATCH", "TRIVIA", "ARCADE", "BINGO", "WAGER"})
    void other_kinds_are_refused(AppType type) {
        assertThatThrownBy(() -> leaderboard(type).find(new FindCampaignLeaderboard(7, 9, false, 10)))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                    assertThat(refusal.field()).isEqualTo("page_tab_id");
                });
    }

    private CampaignRank first(AppType type) {
        return leaderboard(type)
                .find(new FindCampaignLeaderboard(7, 9, false, 1))
                .getFirst();
    }

    private List<String> ranked(boolean showHidden, int limit) {
        return leaderboard(AppType.ARCADE).find(new FindCampaignLeaderboard(7, 9, showHidden, limit)).stream()
                .map(row -> row.rank() + ": " + row.fanId() + (row.isHidden() ? " hidden" : ""))
                .toList();
    }

    /** Twenty fans, of whom 41 is the first. */
    private CampaignLeaderboard leaderboard(AppType type) {
        var questions = new FakeQueryGateway()
                .on(
                        FindCampaign.class,
                        query -> new Campaign(7, query.pageTabId(), type, 5L, CampaignDetails.NONE, THEN))
                .on(
                        FindBestEntries.class,
                        query -> page(query.paging().after(), query.paging().limit(), 50))
                .on(
                        FindPointSums.class,
                        query -> page(query.paging().after(), query.paging().limit(), 60))
                .on(
                        FindHiddenAmong.class,
                        query -> query.fanIds().stream()
                                .filter(hidden::contains)
                                .map(HiddenFan::new)
                                .toList())
                .on(FindDisplayNames.class, query -> new DisplayNames(Map.of(41L, "Fan 41")))
                .on(FindBusinessPoints.class, query -> new Business.Points(null))
                .on(FindAccount.class, query -> new Account(7, "Rovers", null, Map.of(), List.of(), "discs", THEN))
                .on(
                        FindPointsOfFans.class,
                        query -> new PointsByFan(query.pointUid().equals("discs") ? Map.of(41L, 7L) : Map.of()));
        return new CampaignLeaderboard(questions, new WagerBalances(questions));
    }

    private static Page<CampaignStanding> page(@Nullable String after, int limit, long points) {
        long from = after == null ? 41 : Long.parseLong(after) + 1;
        List<CampaignStanding> found = LongStream.rangeClosed(from, Math.min(60, from + limit))
                .mapToObj(fan -> new CampaignStanding(7, 9, fan, 0, 0, fan, THEN, points, 1_500L, 3L))
                .toList();
        return Page.of(found, limit, row -> Long.toString(row.fanId()), 99);
    }
}
