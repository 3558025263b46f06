package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.activities.ActivityQuery.FindPointSums;
import encore.kernel.activities.CampaignStanding;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.points.LedgerId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.points.PointsEventPointsAwardedBuilder;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PointSumsProjectionTest {

    @Test
    void records_that_name_a_campaign_are_summed_by_fan_and_the_earlier_of_equals_is_first() {
        try (var sums = new ProjectionUnderTest<>(PointSumsProjection::new)) {
            sums.given(
                    award(41, "cd", 5, 9L),
                    award(42, "cd", 30, 9L),
                    award(41, "tape", 25, 9L),
                    award(41, "cd", 1_000, null),
                    award(43, "cd", -10, 9L),
                    award(44, "cd", 7, 8L));
            assertThat(shown(sums)).containsExactly("42=30@2", "41=30@3", "43=-10@5");
            sums.given(award(42, "cd", -1, 9L), award(44, "cd", 100, 9L), new FanErased(new FanId(7, 44)));
            assertThat(shown(sums)).containsExactly("41=30@3", "42=29@7", "43=-10@5");
            sums.given(award(44, "cd", 1, 9L));
            assertThat(shown(sums)).hasSize(3);
            try (var again = sums.replayed()) {
                assertThat(again.checksums()).isEqualTo(sums.checksums());
            }
        }
    }

    @Test
    void a_record_that_comes_twice_counts_once() {
        try (var sums = new ProjectionUnderTest<>(PointSumsProjection::new)) {
            sums.given(award(42, "cd", 30, 9L), award(42, "cd", 5, 9L));
            try (var again = sums.replayed()) {
                assertThat(shown(again)).containsExactly("42=35@2");
            }
        }
    }

    @Test
    void a_record_that_comes_late_is_summed_as_if_it_had_come_in_its_place() {
        try (var sums = new ProjectionUnderTest<>(PointSumsProjection::new)) {
            sums.givenLate(award(42, "tape", 30, 9L), award(42, "cd", 5, 9L));
            assertThat(shown(sums)).containsExactly("42=35@2");
            try (var again = sums.replayed()) {
                assertThat(again.checksums()).isEqualTo(sums.checksums());
            }
        }
    }

    private static List<String> shown(ProjectionUnderTest<PointSumsProjection> sums) {
        return sums
                .<Page<CampaignStanding>>read(documents ->
                        sums.projection().find(new FindPointSums(7, 9, new NextKey(null, 10)), documents))
                .rows()
                .stream()
                .map(row -> row.fanId() + "=" + row.points() + "@" + row.position())
                .toList();
    }

    private static PointsAwarded award(long fan, String pointUid, long count, @Nullable Long pageTabId) {
        return PointsEventPointsAwardedBuilder.builder()
                .ledger(new LedgerId(new FanId(7, fan), pointUid))
                .fanPointUid("uid")
                .count(count)
                .pointType("points")
                .source("ent")
                .pageTabId(pageTabId)
                .build();
    }
}
