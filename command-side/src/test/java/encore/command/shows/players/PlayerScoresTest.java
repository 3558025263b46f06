package encore.command.shows.players;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.FORBIDDEN;
import static encore.kernel.Refusal.Kind.RULE;

import encore.command.AggregateUnderTest;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.answers.AnswerCommand.RecordAnswer;
import encore.kernel.shows.answers.GivenAnswer;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.players.PlayerEvent.FanBanned;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.players.PlayerEvent.QuizQuestionAnswered;
import encore.kernel.shows.players.PlayerId;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.ScoreCommand.RecordGamePoints;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PlayerScoresTest {

    private static final CampaignId CAMPAIGN = new CampaignId(7, 17);
    private static final PlayerId PLAYER = new PlayerId(CAMPAIGN, 42);
    private static final Instant AT = Instant.parse("2026-05-01T20:00:00Z");
    private static final Game GAME = new Game("darts", 100L, 3, 10);

    private final AggregateUnderTest<Player> player = new AggregateUnderTest<>(Player.class);

    @BeforeEach
    void fan_and_campaign_are_known() {
        player.streams.open(PLAYER.fan()).open(CAMPAIGN);
    }

    @Test
    void the_first_answer_stands() {
        player.givenNoPriorActivity()
                .when(answer("q1", 2, true))
                .expectEvents(answered("q1", 2))
                .expectResultMessagePayload(new GivenAnswer("q1", 2));
        player.given(answered("q1", 2))
                .when(answer("q2", 0, true))
                .expectEvents(answered("q2", 0))
                .expectResultMessagePayload(new GivenAnswer("q2", 0));
    }

    @Test
    void the_same_again_is_answered_alike_and_another_is_refused() {
        player.given(answered("q1", 2))
                .when(answer("q1", 2, true))
                .expectNoEvents()
                .expectResultMessagePayload(new GivenAnswer("q1", 2));
        player.given(answered("q1", 2))
                .when(answer("q1", 2, false))
                .expectNoEvents()
                .expectResultMessagePayload(new GivenAnswer("q1", 2));
        player.given(answered("q1", 2))
                .when(answer("q1", 1, true))
                .expectNoEvents()
                .expectException(refusalNaming("answer_idx"));
    }

    @Test
    void an_answer_outside_the_window_is_refused() {
        player.givenNoPriorActivity()
                .when(answer("q1", 2, false))
                .expectNoEvents()
                .expectException(refusalNaming("quiz_question_uid"));
    }

    @Test
    void a_banned_fan_plays_no_more_and_a_muted_one_does() {
        player.given(new FanBanned(PLAYER, false, null, null))
                .when(answer("q1", 2, true))
                .expectNoEvents()
                .expectException(refusal(FORBIDDEN, "fan-banned"));
        player.given(new FanBanned(PLAYER, false, null, null))
                .when(report(5, AT))
                .expectNoEvents()
                .expectException(refusal(FORBIDDEN, "fan-banned"));
        player.given(new FanBanned(PLAYER, true, null, null))
                .when(answer("q1", 2, true))
                .expectEvents(answered("q1", 2));
    }

    @Test
    void an_erased_fan_plays_no_more() {
        player.streams.ended(PLAYER.fan());
        player.givenNoPriorActivity()
                .when(answer("q1", 2, true))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void points_of_a_game_count_up_to_its_most() {
        player.givenNoPriorActivity()
                .when(report(60, AT))
                .expectEvents(reported(60, AT))
                .expectResultMessagePayload(new CountedGamePoints(60));
        player.given(reported(60, AT))
                .when(report(60, AT.plusSeconds(10)))
                .expectEvents(reported(40, AT.plusSeconds(10)))
                .expectResultMessagePayload(new CountedGamePoints(40));
        player.given(reported(100, AT))
                .when(report(60, AT.plusSeconds(10)))
                .expectNoEvents()
                .expectResultMessagePayload(new CountedGamePoints(0));
    }

    @Test
    void a_game_takes_so_many_reports() {
        player.given(reported(1, AT), reported(1, AT.plusSeconds(20)), reported(1, AT.plusSeconds(40)))
                .when(report(1, AT.plusSeconds(60)))
                .expectNoEvents()
                .expectException(refusal(RULE, "reports-used-up"));
    }

    @Test
    void a_report_that_comes_too_early_is_refused_and_other_games_do_not_mind() {
        player.given(reported(1, AT))
                .when(report(1, AT.plusMillis(9_999)))
                .expectNoEvents()
                .expectException(refusal(RULE, "report-too-early"));
        Game other = new Game("golf", 5L, 1, null);
        player.given(reported(1, AT))
                .when(new RecordGamePoints(PLAYER, other, 7, "p1", AT))
                .expectEvents(new GamePointsReported(PLAYER, "golf", 5, "p1", AT));
    }

    private static RecordAnswer answer(String question, int idx, boolean isInTime) {
        return new RecordAnswer(PLAYER, question, idx, 500, isInTime, AT);
    }

    private static QuizQuestionAnswered answered(String question, int idx) {
        return new QuizQuestionAnswered(PLAYER, question, idx, 500, AT);
    }

    private static RecordGamePoints report(long points, Instant at) {
        return new RecordGamePoints(PLAYER, GAME, points, "p1", at);
    }

    private static GamePointsReported reported(long points, Instant at) {
        return new GamePointsReported(PLAYER, "darts", points, "p1", at);
    }
}
