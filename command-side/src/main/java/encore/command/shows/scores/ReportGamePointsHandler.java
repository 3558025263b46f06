package encore.command.shows.scores;

import encore.infra.eventstore.Dispatch;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand.ReadGame;
import encore.kernel.shows.games.GamesId;
import encore.kernel.shows.scores.CountedGamePoints;
import encore.kernel.shows.scores.ScoreCommand.RecordGamePoints;
import encore.kernel.shows.scores.ScoreCommand.ReportGamePoints;
import org.axonframework.commandhandling.CommandHandler;
import org.springframework.stereotype.Component;

/** Asks the show and the list of its games for the terms of a report, and sends it to the player. */
@Component
class ReportGamePointsHandler {

    @CommandHandler
    CountedGamePoints decide(ReportGamePoints command, Dispatch dispatch) {
        ShowTerms show = dispatch.send(new ReadShow(command.player().show()));
        if (!show.state().isOpen()) {
            throw new Refusal(Refusal.Kind.RULE, "show-not-open", "The show is neither pending nor active.");
        }
        Game game = dispatch.send(new ReadGame(new GamesId(command.player().campaign()), command.gameKey()));
        return dispatch.sendLast(new RecordGamePoints(
                command.player(), game, command.pointCount(), command.fanPointUid(), command.receivedAt()));
    }
}
