package encore.command.shows.scores;

import encore.command.automations.Automation;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.kernel.shows.players.PlayerEvent.GamePointsReported;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import org.springframework.stereotype.Component;

/** Adds the points of games to the ledgers of fans. */
@Component
class WhenGamePointsReportedThenAward implements Automation {

    @Override
    public Reactions reactions() {
        return LiveAwards.addTo(Reactions.of(AwardLivePoints.class))
                .withoutPersonalData()
                .on(GamePointsReported.class, WhenGamePointsReportedThenAward::reported);
    }

    private static void reported(GamePointsReported event, RecordedEvent recordedEvent, ProcessContext process) {
        String uid = event.fanPointUid();
        process.send(LiveAwards.award(event.player(), "game/" + uid, uid, event.pointCount(), process));
    }
}
