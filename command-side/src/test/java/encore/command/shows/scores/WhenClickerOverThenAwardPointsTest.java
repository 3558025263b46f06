package encore.command.shows.scores;

import static encore.command.shows.scores.SampleGame.AT;
import static encore.command.shows.scores.SampleGame.SHOW;
import static encore.command.shows.scores.SampleGame.award;
import static encore.command.shows.scores.SampleGame.clicker;
import static encore.command.shows.scores.SampleGame.clicks;
import static encore.command.shows.scores.SampleGame.joined;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WhenClickerOverThenAwardPointsTest {

    /** The position of the push. */
    private static final long PUSH = 4;

    /** Delay, timer, a second more, and the time for late totals. */
    private static final Duration OVER = Duration.ofSeconds(5 + 20 + 1 + 6);

    private final AutomationUnderTest automation =
            new AutomationUnderTest(new WhenClickerOverThenAwardPoints()).at(AT).given(SampleGame.before());

    @Test
    void the_largest_totals_are_paid_when_the_window_is_over() {
        automation.when(
                clicker(20, 2L, 100L), joined(41, "a1"), clicks(PUSH, 41, 5, 42, 70), clicks(PUSH, 41, 9, 42, 60));
        automation.at(AT.plus(OVER).minusMillis(1)).expect();
        automation.at(AT.plus(OVER));
        assertThat(automation.named())
                .containsExactlyInAnyOrder(award(41, "clicks/4/0", 18, "a1"), award(42, "clicks/4/0", 100));
        assertThat(automation.at(AT.plus(Duration.ofDays(3))).named()).hasSize(2);
    }

    @Test
    void a_total_that_comes_later_still_is_paid_less_what_was_paid() {
        automation.given(clicker(20, 2L, 100L), clicks(PUSH, 41, 5)).at(AT.plus(OVER));
        assertThat(automation.named()).containsExactly(award(41, "clicks/4/0", 10));
        automation.given().when(clicks(PUSH, 41, 4), clicks(PUSH, 41, 8, 42, 1), clicks(PUSH, 41, 90));
        assertThat(automation.named())
                .containsExactly(award(41, "clicks/4/10", 6), award(42, "clicks/4/0", 2), award(41, "clicks/4/16", 84));
    }

    @Test
    void an_earlier_end_of_the_window_brings_the_points_earlier() {
        for (var end : Arrays.asList(
                new OverlayTakenDown(SHOW),
                clicker(null, null, null),
                new ShowStateChanged(SHOW, ShowState.FINISHED))) {
            var one = new AutomationUnderTest(new WhenClickerOverThenAwardPoints())
                    .at(AT)
                    .given(SampleGame.before())
                    .given(clicker(20, 2L, null), clicks(PUSH, 41, 5))
                    .at(AT.plusSeconds(10))
                    .given(end)
                    .at(AT.plusSeconds(15));
            one.expect();
            one.at(AT.plusSeconds(16));
            assertThat(one.named()).containsExactly(award(41, "clicks/4/0", 10));
            assertThat(one.at(AT.plusSeconds(60)).named()).hasSize(1);
        }
    }

    @Test
    void a_window_without_a_timer_is_over_when_something_closes_it() {
        automation
                .given(clicker(null, 2L, null), clicks(PUSH, 41, 5))
                .at(AT.plusSeconds(9_000))
                .expect();
        automation
                .given(new ShowStateChanged(SHOW, ShowState.ACTIVE))
                .at(AT.plusSeconds(9_010))
                .expect();
        automation.given(new OverlayTakenDown(SHOW)).at(AT.plusSeconds(9_100));
        assertThat(automation.named()).containsExactly(award(41, "clicks/4/0", 10));
    }

    @Test
    void an_end_after_the_end_of_the_timer_changes_nothing() {
        automation
                .given(clicker(20, 2L, null), clicks(PUSH, 41, 5))
                .at(AT.plus(OVER).minusSeconds(1));
        automation.given(new OverlayTakenDown(SHOW)).at(AT.plus(OVER));
        assertThat(automation.named()).hasSize(1);
        automation
                .given(clicker(20, 2L, null))
                .at(AT.plus(OVER.multipliedBy(3)))
                .expect();
    }

    @Test
    void a_clicker_without_points_is_not_followed() {
        automation.given(clicker(20, null, 5L), clicks(PUSH, 41, 5));
        assertThat(automation.entries()).noneMatch(key -> key.contains("clicker"));
    }

    @Test
    void many_fans_are_paid_part_by_part_and_their_totals_are_dropped_after_a_day() {
        int many = 3_000;
        automation.given(clicker(20, 1L, null));
        for (long from = 1; from <= many; from += 1_000) {
            automation.given(clicks(
                    PUSH,
                    LongStream.range(from, from + 1_000)
                            .flatMap(fan -> LongStream.of(fan, fan))
                            .toArray()));
        }
        automation.at(AT.plus(OVER));
        assertThat(automation.named()).hasSize(many);
        assertThat(automation.named().stream()
                        .mapToLong(each -> ((AwardLivePoints) each).count())
                        .sum())
                .isEqualTo(many * (many + 1L) / 2);
        automation.at(AT.plus(OVER).plus(Duration.ofDays(1)));
        assertThat(automation.entries()).noneMatch(key -> key.contains("clicker_totals"));
        assertThat(automation.given().when(clicks(PUSH, 41, 1_000_000)).named()).isEmpty();
    }

    @Test
    void an_automation_that_lost_its_documents_names_the_same() {
        automation.when(clicker(20, 2L, 100L), clicks(PUSH, 41, 5, 42, 70)).at(AT.plus(OVER));
        automation.when(clicks(PUSH, 41, 7));
        assertThat(automation.again().named()).isEqualTo(automation.named());
        assertThat(automation.again().requests()).isEqualTo(automation.requests());
    }
}
