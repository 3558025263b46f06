package encore.query.shows.games;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameEvent;
import encore.kernel.shows.games.GameQuery.FindGame;
import encore.kernel.shows.games.GameQuery.FindGames;
import encore.kernel.shows.games.GamesId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the games of each show. */
@Component
class GamesProjection implements Projection {

    private static final Catalogue<Game> GAMES = Catalogue.ofLists("games", Game.class);

    private final QueryGateway queryGateway;

    GamesProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_games", List.of(GAMES.collection()));
    }

    @EventHandler
    void on(GameEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        GAMES.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Game> find(FindGames query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return GAMES.all(list(query.account(), query.pageTabId()), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    Game find(FindGame query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return GAMES.one(list(query.account(), query.pageTabId()), query.gameKey(), documents)
                .thing();
    }

    private static GamesId list(long account, long pageTabId) {
        return new GamesId(new CampaignId(account, pageTabId));
    }
}
