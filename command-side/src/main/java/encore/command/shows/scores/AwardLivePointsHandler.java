package encore.command.shows.scores;

import encore.infra.eventstore.Dispatch;
import encore.kernel.points.RecordedAward;
import encore.kernel.shows.scores.ScoreCommand.AwardLivePoints;
import encore.kernel.shows.scores.ScoreCommand.PayLivePoints;
import java.util.UUID;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Mints the uids of records of points, which automations cannot do: they name the same commands again after a loss. */
@Component
class AwardLivePointsHandler {

    @CommandHandler
    RecordedAward decide(AwardLivePoints command, Dispatch dispatch) {
        String uid = command.fanPointUid();
        return dispatch.sendLast(new PayLivePoints(
                command.ledger(),
                command.player(),
                command.liveKey(),
                uid == null ? UUID.randomUUID().toString() : uid,
                command.count(),
                command.activityUid()));
    }
}
