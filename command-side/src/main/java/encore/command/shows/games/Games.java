package encore.command.shows.games;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;

import encore.command.lists.KeyedList;
import encore.command.shows.ShowCampaigns;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.games.Game;
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
        thereIsAShow(command.games(), streams);
        Game added = Patch.of(command.game()).applyTo(Game.ofKey(command.game().gameKey()));
        itHasLimits(added);
        return GAMES.add(games, new GameAdded(command.games(), added));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(ChangeGame command, Streams streams) {
        thereIsAShow(command.games(), streams);
        return GAMES.change(
                games,
                command.change(),
                (before, after) -> itHasLimits(after),
                changed -> new GameChanged(command.games(), changed));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(RemoveGame command, Streams streams) {
        thereIsAShow(command.games(), streams);
        return GAMES.remove(games, new GameRemoved(command.games(), command.gameKey()));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    Game decide(ReadGame command, Streams streams) {
        thereIsAShow(command.games(), streams);
        Game game = games.get(command.gameKey());
        if (game == null) {
            throw new Refusal(RULE, "unknown-id", "game_key", "The show has no such game.");
        }
        return game;
    }

    private static void thereIsAShow(GamesId games, Streams streams) {
        ShowCampaigns.mustHaveShow(new ShowId(games.campaign()), streams);
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
