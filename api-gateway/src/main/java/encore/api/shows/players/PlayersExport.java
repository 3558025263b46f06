package encore.api.shows.players;

import encore.api.export.FanExportPart;
import encore.api.paging.Pages;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.shows.players.PlayerAction;
import encore.kernel.shows.players.PlayerQuery.FindPlayerActions;
import encore.kernel.shows.players.PlayerQuery.FindShowsOfFan;
import java.util.Map;
import org.reactivestreams.Publisher;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Flux;

/** Exports all that a fan did in shows: joins, messages, answers, interactions and reports; and bans. */
@Component
class PlayersExport implements FanExportPart {

    private static final int ROWS = 500;

    @Override
    public Map<String, Publisher<?>> files(Backend backend, Caller caller, long fan) {
        return Map.of(
                "shows.json",
                backend.ask(caller, new FindShowsOfFan(caller.account(), fan))
                        .flatMapIterable(shows -> shows)
                        .concatMap(show -> actions(backend, caller, show, fan)));
    }

    private static Flux<PlayerAction> actions(Backend backend, Caller caller, long pageTabId, long fan) {
        return Pages.all(after ->
                backend.ask(caller, new FindPlayerActions(caller.account(), pageTabId, fan, new NextKey(after, ROWS))));
    }
}
