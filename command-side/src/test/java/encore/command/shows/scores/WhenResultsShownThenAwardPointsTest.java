package encore.command.shows.scores;

import static encore.command.shows.scores.SampleGame.CAMPAIGN;
import static encore.command.shows.scores.SampleGame.ROVERS;
import static encore.command.shows.scores.SampleGame.answered;
import static encore.command.shows.scores.SampleGame.award;
import static encore.command.shows.scores.SampleGame.joined;
import static encore.command.shows.scores.SampleGame.player;
import static encore.command.shows.scores.SampleGame.shown;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.Event;
import encore.kernel.businesses.BusinessDetails;
import encore.kernel.businesses.BusinessDetailsBuilder;
import encore.kernel.businesses.BusinessEvent.BusinessChanged;
import encore.kernel.businesses.BusinessEvent.BusinessRemoved;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.points.LedgerId;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class WhenResultsShownThenAwardPointsTest {

    private final AutomationUnderTest automation =
            new AutomationUnderTest(new WhenResultsShownThenAwardPoints()).given(SampleGame.before());

    @Test
    void right_answers_get_the_points_of_the_results_with_the_activity_of_the_join() {
        automation
                .given(joined(41, "a1"), joined(41, null), answered("q1", 41, 0), answered("q1", 42, 2))
                .given(answered("q1", 43, 1), answered("q2", 44, 0))
                .when(shown("q1", 10, 0, 2))
                .expect(award(41, "quiz/q1", 10, "a1"), award(42, "quiz/q1", 10));
    }

    @Test
    void of_a_question_without_right_answers_or_points_nobody_gets_any() {
        automation.given(answered("q1", 41, 0)).when(shown("q1", 10)).expect();
        automation.given(answered("q2", 41, 0)).when(shown("q2", 0, 0)).expect();
    }

    @Test
    void an_answer_that_is_recorded_after_the_results_is_paid_at_once() {
        automation.given(shown("q1", 10, 0)).when(answered("q1", 41, 0), answered("q1", 42, 1));
        automation.expect(award(41, "quiz/q1", 10));
    }

    @Test
    void results_are_final() {
        automation
                .given(answered("q1", 41, 0), shown("q1", 10, 1))
                .when(shown("q1", 10, 0))
                .expect();
    }

    @Test
    void many_are_paid_in_batches_each_under_the_position_of_its_answer() {
        int many = 2 * WhenResultsShownThenAwardPoints.BATCH + 1;
        automation
                .given(LongStream.range(1, many + 1)
                        .mapToObj(fan -> answered("q1", fan, 0))
                        .toArray(Event[]::new))
                .when(shown("q1", 10, 0));
        assertThat(automation.named()).hasSize(many).doesNotHaveDuplicates();
        long results = 3 + many + 1;
        assertThat(automation.requests())
                .doesNotHaveDuplicates()
                .allMatch(id -> id.startsWith(results + "/"))
                .contains(results + "/4", results + "/" + (3 + many));
    }

    @Test
    void an_answer_between_two_batches_is_paid_once() {
        int many = WhenResultsShownThenAwardPoints.BATCH + 5;
        automation.given(LongStream.range(1, many + 1)
                .mapToObj(fan -> answered("q1", fan, 0))
                .toArray(Event[]::new));
        automation.holdingWork(true).when(shown("q1", 10, 0)).step();
        automation.when(answered("q1", 5_000, 0)).holdingWork(false);
        assertThat(automation.named()).hasSize(many + 1).doesNotHaveDuplicates();
    }

    @Test
    void points_are_of_the_business_as_it_was_then_else_of_the_account() {
        automation.given(answered("q1", 41, 0), answered("q2", 41, 0), answered("q3", 41, 0));
        automation.given(new BusinessChanged(ROVERS, points("tapes"), null));
        automation.when(shown("q1", 1, 0)).expect(of("tapes", "q1"));
        automation.given(new BusinessChanged(ROVERS, BusinessDetails.EMPTY, List.of("pointUid")));
        automation.when(shown("q2", 1, 0)).expect(of("default", "q2"));
        automation.given(new BusinessChanged(ROVERS, points("tapes"), null), new BusinessRemoved(ROVERS));
        automation.when(shown("q3", 1, 0)).expect(of("default", "q3"));
    }

    @Test
    void a_campaign_without_a_business_gives_points_of_the_account() {
        CampaignId alone = new CampaignId(7, 18);
        PlayerId player = new PlayerId(alone, 41);
        automation
                .given(SampleGame.campaign(alone, null), new QuizQuestionAnswered(player, "q1", 0, 4, SampleGame.AT))
                .when(new QuizResultsShown(new ShowId(alone), "q1", List.of(0), 3))
                .expect(new AwardLivePoints(
                        new LedgerId(player.fan(), "default"), player, "18/quiz/q1", null, 3, null));
    }

    @Test
    void an_automation_that_lost_its_documents_names_the_same() {
        automation.when(joined(41, "a1"), answered("q1", 41, 0), shown("q1", 10, 0), answered("q1", 42, 0));
        assertThat(automation.again().named()).isEqualTo(automation.named());
        assertThat(automation.again().requests()).isEqualTo(automation.requests());
    }

    private static BusinessDetails points(String pointUid) {
        return BusinessDetailsBuilder.builder().pointUid(pointUid).build();
    }

    private static AwardLivePoints of(String pointUid, String question) {
        PlayerId player = player(41);
        return new AwardLivePoints(
                new LedgerId(player.fan(), pointUid), player, CAMPAIGN.number() + "/quiz/" + question, null, 1, null);
    }
}
