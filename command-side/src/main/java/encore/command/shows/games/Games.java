package encore.command.shows.games;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.lists.ListDecision;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand;
import encore.kernel.shows.games.GameCommand.AddGame;
import encore.kernel.shows.games.GameCommand.ChangeGame;
import encore.kernel.shows.games.GameCommand.ReadGame;
import encore.kernel.shows.games.GameCommand.RemoveGame;
import encore.kernel.shows.games.GameEvent;
import encore.kernel.shows.games.GameEvent.GameAdded;
import encore.kernel.shows.games.GameEvent.GameChanged;
import encore.kernel.shows.games.GameEvent.GameRemoved;
import encore.kernel.shows.games.GamesId;
import java.util.HashMap;
import java.util.Map;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The games of a show: their limits hold what a page can report for a fan. */
@Aggregate
class Games {

    private static final KeyedList<Game> GAMES = KeyedList.of("game", "game_key", 100);

    @AggregateIdentifier
    private @Nullable GamesId id;

    /** By key. */
    private Map<String, Game> games = new HashMap<>();

    Games() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(AddGame command, Streams streams) {
        return gamesOf(command, streams).add(Game.ofKey(command.game().key()), command.game(), GameAdded::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(ChangeGame command, Streams streams) {
        return gamesOf(command, streams).change(command.change(), GameChanged::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(RemoveGame command, Streams streams) {
        return gamesOf(command, streams).remove(command.gameKey(), GameRemoved::new);
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(ReadGame command, Streams streams) {
        return gamesOf(command, streams).named(command.gameKey(), "game_key", "The show has no such game.");
    }

    private ListDecision<GamesId, Game> gamesOf(GameCommand command, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(command.games().campaign()), streams);
        return GAMES.decision(command.games(), games).requiring((before, after) -> itHasLimits(after));
    }

    private static void itHasLimits(Game game) {
        if (game.maxPoints() == null) {
            throw new Refusal(RULE, "limit-missing", "max_points", "A game has a limit of points.");
        }
        if (game.maxReports() == null) {
            throw new Refusal(RULE, "limit-missing", "max_reports", "A game has a limit of reports.");
        }
    }

    @EventSourcingHandler
    void evolve(GameEvent event) {
        id = event.games();
        GAMES.evolve(games, event);
    }
}
