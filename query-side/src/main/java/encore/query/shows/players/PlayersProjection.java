package encore.query.shows.players;

import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import encore.kernel.shows.players.PlayerEvent;
import encore.kernel.shows.players.PlayerQuery.FindShowsOfFan;
import encore.query.documents.FanDocumentKeys;
import encore.query.projection.Projection;
import encore.query.projection.WithoutPersonalData;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the shows in which each fan did something. */
@Component
class PlayersProjection implements Projection {

    private static final FanDocumentKeys SHOWS = FanDocumentKeys.of("shows");

    @Override
    public Views.Shape shape() {
        return new Views.Shape("players", List.of(SHOWS.collection()));
    }

    @WithoutPersonalData
    @EventHandler
    void on(PlayerEvent event, Documents.Batch documents) {
        SHOWS.add(event.player().fan(), Long.toString(event.player().campaign().number()), documents);
    }

    @EventHandler
    void on(FanErased event, Documents.Batch documents) {
        SHOWS.erase(event.fan(), documents);
    }

    @QueryHandler
    List<Long> find(FindShowsOfFan query, Documents documents) {
        return SHOWS.of(new FanId(query.account(), query.fanId()), documents).stream()
                .map(Long::valueOf)
                .toList();
    }
}
