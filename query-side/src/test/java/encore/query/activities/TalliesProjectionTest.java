package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.activities.ActivityQuery.FindTallies;
import encore.kernel.activities.ActivityTally;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TalliesProjectionTest {

    private final ProjectionUnderTest<TalliesProjection> tallies = new ProjectionUnderTest<>(TalliesProjection::new);

    @AfterEach
    void close() {
        tallies.close();
    }

    @Test
    void activities_are_counted_by_campaign_or_title_and_by_property() {
        tallies.given(
                TestActivities.in(9, 42, "Quiz", "colour", "size"),
                TestActivities.titled(42, "Doors", "colour"),
                TestActivities.in(9, 43, "Renamed", "colour"),
                TestActivities.titled(43, null, "colour"),
                TestActivities.titled(43, "Quiz"));
        assertThat(of(7))
                .containsExactly(
                        new ActivityTally(9L, "Quiz", null, 2, 1),
                        new ActivityTally(9L, "Quiz", "colour", 2, 1),
                        new ActivityTally(9L, "Quiz", "size", 1, 1),
                        new ActivityTally(null, "Doors", null, 1, 2),
                        new ActivityTally(null, "Doors", "colour", 1, 2),
                        new ActivityTally(null, "Quiz", null, 1, 5));
    }

    @Test
    void titles_and_properties_do_not_run_into_each_other_and_accounts_do_not_meet() {
        tallies.given(
                TestActivities.titled(42, "a", "b.c"),
                TestActivities.titled(42, "a.b", "c"),
                TestActivities.of(8, 42, "a", null));
        assertThat(of(7)).hasSize(4).extracting(ActivityTally::counter).containsOnly(1L);
        assertThat(of(8)).containsExactly(new ActivityTally(null, "a", null, 1, 3));
    }

    @Test
    void replayed_and_repeated_it_counts_once() {
        tallies.given(TestActivities.in(9, 42, "Quiz", "colour"), TestActivities.in(9, 42, "Quiz", "colour"));
        try (var again = tallies.replayed()) {
            assertThat(again.checksums()).isEqualTo(tallies.checksums());
        }
    }

    @Test
    void one_that_comes_late_is_counted_as_if_it_had_come_in_its_place() {
        tallies.givenLate(
                TestActivities.in(9, 42, "Quiz", "colour"),
                TestActivities.in(9, 43, "Renamed", "colour"),
                TestActivities.titled(42, "Doors"));
        assertThat(of(7)).contains(new ActivityTally(9L, "Quiz", null, 2, 1));
        try (var again = tallies.replayed()) {
            assertThat(again.checksums()).isEqualTo(tallies.checksums());
        }
    }

    private List<ActivityTally> of(long account) {
        return tallies.read(documents -> tallies.projection().find(new FindTallies(account), documents));
    }
}
