package encore.api.shows.games;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand.AddGame;
import encore.kernel.shows.games.GameCommand.ChangeGame;
import encore.kernel.shows.games.GameCommand.RemoveGame;
import encore.kernel.shows.games.GameQuery.FindGame;
import encore.kernel.shows.games.GameQuery.FindGames;
import encore.kernel.shows.games.GamesId;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Manages the games of a show, whose points pages report. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}/games")
class GamesController {

    private static final String ONE = "/{game_key}";

    record OfShow(long pageTabId) {}

    record One(long pageTabId, @Size(max = 64) String gameKey) {}

    record Save(
            long pageTabId,

            @Description("The key of the game in the show. It never changes.") @NotBlank @Size(max = 64)
            String gameKey,

            @Description("The most points of a fan in the show. Required when the game is added.")
            @Nullable
            @Min(0)
            @Max(1_000_000_000)
            Long maxPoints,

            @Description("The most reports of a fan in the show. Required when the game is added.")
            @Nullable
            @Min(1)
            @Max(1_000_000)
            Integer maxReports,

            @Description("Seconds between two reports of a fan. Absent for a new game: 0.")
            @Nullable
            @Min(0)
            @Max(86_400)
            Integer minIntervalSeconds,

            ClearedComponents cleared) {

        Game asGame() {
            return new Game(gameKey, maxPoints, maxReports, minIntervalSeconds);
        }
    }

    private final Backend backend;

    GamesController(Backend backend) {
        this.backend = backend;
    }

    @Description("Lists the games of a show, in the order in which they were added")
    @GetMapping
    Mono<List<Game>> findGames(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindGames(caller.account(), in.pageTabId()));
    }

    @Description("Finds a game")
    @GetMapping(ONE)
    Mono<Game> findGame(Caller caller, @Params One in) {
        return backend.ask(caller, new FindGame(caller.account(), in.pageTabId(), in.gameKey()));
    }

    @Description("Adds a game")
    @PostMapping
    Mono<Game> addGame(Caller caller, @Params Save in) {
        return backend.send(caller, new AddGame(games(caller, in.pageTabId()), in.asGame()));
    }

    @Description("Changes the limits of a game")
    @PostMapping(ONE)
    Mono<Game> changeGame(Caller caller, @Params Save in) {
        return backend.send(
                caller,
                new ChangeGame(games(caller, in.pageTabId()), in.cleared().toPatch(in.asGame())));
    }

    @Description("Removes a game. Points that it reported stay")
    @DeleteMapping(ONE)
    Mono<Boolean> removeGame(Caller caller, @Params One in) {
        return backend.send(caller, new RemoveGame(games(caller, in.pageTabId()), in.gameKey()))
                .thenReturn(true);
    }

    private static GamesId games(Caller caller, long pageTabId) {
        return new GamesId(new CampaignId(caller.account(), pageTabId));
    }
}
