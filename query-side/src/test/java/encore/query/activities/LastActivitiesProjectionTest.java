package encore.query.activities;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.activities.ActivityQuery.FindLastActivities;
import encore.kernel.activities.LastCampaign;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.query.ProjectionUnderTest;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LastActivitiesProjectionTest {

    private final ProjectionUnderTest<LastActivitiesProjection> last =
            new ProjectionUnderTest<>(LastActivitiesProjection::new);

    @AfterEach
    void close() {
        last.close();
    }

    @Test
    void the_latest_that_has_a_title_counts() {
        last.given(
                TestActivities.titled(42, "Doors"),
                TestActivities.in(9, 42, "Quiz"),
                TestActivities.titled(42, null),
                TestActivities.titled(43, "Doors"));
        assertThat(of(7, 44, 43, 42))
                .containsExactly(new LastCampaign(43, null, "Doors"), new LastCampaign(42, 9L, "Quiz"));
        last.given(TestActivities.titled(42, "Doors"));
        assertThat(of(7, 42)).containsExactly(new LastCampaign(42, null, "Doors"));
        assertThat(of(8, 42)).isEmpty();
        try (var again = last.replayed()) {
            assertThat(again.checksums()).isEqualTo(last.checksums());
        }
    }

    @Test
    void of_an_erased_fan_nothing_is_left() {
        last.given(TestActivities.titled(42, "Doors"), new FanErased(new FanId(7, 42)));
        assertThat(of(7, 42)).isEmpty();
        try (var again = last.replayed()) {
            assertThat(again.checksums()).isEqualTo(last.checksums());
        }
    }

    private List<LastCampaign> of(long account, long... fans) {
        List<Long> asked = Arrays.stream(fans).boxed().toList();
        return last.read(documents -> last.projection().find(new FindLastActivities(account, asked), documents));
    }
}
