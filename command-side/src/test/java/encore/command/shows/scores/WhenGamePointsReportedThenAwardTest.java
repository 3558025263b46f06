package encore.command.shows.scores;

import static encore.command.shows.scores.SampleGame.AT;
import static encore.command.shows.scores.SampleGame.joined;
import static encore.command.shows.scores.SampleGame.player;

import encore.command.automations.AutomationUnderTest;
import encore.kernel.points.LedgerId;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import org.junit.jupiter.api.Test;

class WhenGamePointsReportedThenAwardTest {

    private final AutomationUnderTest automation =
            new AutomationUnderTest(new WhenGamePointsReportedThenAward()).given(SampleGame.before());

    @Test
    void a_report_is_paid_under_its_own_uid() {
        automation
                .given(joined(41, "a1"))
                .when(new GamePointsReported(player(41), "darts", 60, "p1", AT))
                .expect(new AwardLivePoints(
                        new LedgerId(player(41).fan(), "discs"), player(41), "17/game/p1", "p1", 60, "a1"));
    }
}
