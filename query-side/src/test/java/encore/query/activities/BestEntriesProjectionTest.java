package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityQuery.FindBestEntries;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.campaigns.AppType;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.query.ProjectionUnderTest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BestEntriesProjectionTest {

    private final ProjectionUnderTest<BestEntriesProjection> best =
            new ProjectionUnderTest<>(BestEntriesProjection::new);

    @AfterEach
    void close() {
        best.close();
    }

    @Test
    void a_memory_match_is_won_by_the_shortest_and_of_equals_by_the_earlier() {
        best.given(
                timed(41, 3_000L),
                timed(42, 2_000L),
                timed(43, 2_000L),
                timed(41, 1_000L),
                timed(42, 2_000L),
                timed(44, null));
        assertThat(fans(9)).containsExactly(41L, 42L, 43L);
        CampaignStanding first = page(9, null, 10).rows().getFirst();
        assertThat(first.position()).isEqualTo(4);
        assertThat(first.activityDurationMs()).isEqualTo(1_000);
        assertThat(first.activityTimestamp()).isEqualTo(ProjectionUnderTest.START.plusSeconds(3));
        assertThat(page(9, null, 10).rows().get(1).position()).isEqualTo(2);
        replayed();
    }

    @Test
    void trivia_is_won_by_the_most_right_answers_and_of_equals_by_the_shorter() {
        best.given(
                trivia(41, 5L, null),
                trivia(42, 5L, 9_000L),
                trivia(43, 5L, 8_000L),
                trivia(44, 6L, 1_000_000_000_000L),
                trivia(45, null, 1L),
                trivia(44, 5L, 1L),
                trivia(46, 0L, null));
        assertThat(fans(9)).containsExactly(44L, 43L, 42L, 41L, 46L);
        replayed();
    }

    @Test
    void arcade_and_bingo_are_won_by_the_most_points() {
        for (AppType type : List.of(AppType.ARCADE, AppType.BINGO)) {
            long campaign = 10 + type.ordinal();
            best.given(
                    TestActivities.scored(campaign, 41, type, -5L, null, null),
                    TestActivities.scored(campaign, 42, type, 100L, null, null),
                    TestActivities.scored(campaign, 43, type, 9L, 1L, 1L),
                    TestActivities.scored(campaign, 42, type, 99L, null, null),
                    TestActivities.scored(campaign, 44, type, null, 1L, 1L));
            assertThat(fans(campaign)).containsExactly(42L, 43L, 41L);
        }
        replayed();
    }

    @Test
    void others_rank_nobody_nor_does_what_is_in_no_campaign() {
        best.given(
                TestActivities.titled(42, "Doors"),
                TestActivities.scored(9, 42, AppType.CUSTOM, 1L, 1L, 1L),
                timed(42, 1L));
        assertThat(fans(9)).containsExactly(42L);
        assertThat(fans(8)).isEmpty();
        assertThat(best.<Page<CampaignStanding>>read(documents ->
                                best.projection().find(new FindBestEntries(8, 9, new NextKey(null, 10)), documents))
                        .rows())
                .isEmpty();
    }

    @Test
    void a_caller_that_pages_meets_each_fan_once() {
        List<Long> expected = new ArrayList<>();
        for (long fan = 100; fan < 120; fan++) {
            best.given(timed(fan, 5_000 + fan / 4));
            expected.add(fan);
        }
        List<Long> met = new ArrayList<>();
        String after = null;
        Page<CampaignStanding> page;
        do {
            page = page(9, after, 3);
            page.rows().forEach(row -> met.add(row.fanId()));
            after = page.last();
        } while (page.more());
        assertThat(met).isEqualTo(expected);
    }

    @Test
    void an_erased_fan_leaves_every_campaign() {
        best.given(timed(41, 1L), timed(42, 2L));
        best.given(LongStream.range(1_000, 1_600)
                .mapToObj(campaign -> TestActivities.scored(campaign, 41, AppType.ARCADE, 1L, null, null))
                .toArray(Event[]::new));
        best.given(new FanErased(new FanId(7, 41)));
        assertThat(fans(9)).containsExactly(42L);
        assertThat(fans(1_000)).isEmpty();
        assertThat(fans(1_599)).isEmpty();
        // It was on its way when the fan was erased.
        best.given(timed(41, 1L));
        assertThat(fans(9)).containsExactly(42L);
        replayed();
    }

    private void replayed() {
        try (var again = best.replayed()) {
            assertThat(again.checksums()).isEqualTo(best.checksums());
        }
    }

    private List<Long> fans(long campaign) {
        return page(campaign, null, 10).rows().stream()
                .map(CampaignStanding::fanId)
                .toList();
    }

    private Page<CampaignStanding> page(long campaign, @Nullable String after, int limit) {
        return best.read(documents ->
                best.projection().find(new FindBestEntries(7, campaign, new NextKey(after, limit)), documents));
    }

    private static ActivityRecorded timed(long fan, @Nullable Long duration) {
        return TestActivities.scored(9, fan, AppType.MEMORY_MATCH, 7L, duration, 7L);
    }

    private static ActivityRecorded trivia(long fan, @Nullable Long correct, @Nullable Long duration) {
        return TestActivities.scored(9, fan, AppType.TRIVIA, 7L, duration, correct);
    }
}
