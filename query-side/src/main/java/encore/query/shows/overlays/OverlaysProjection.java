package encore.query.shows.overlays;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayEvent;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlay;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlays;
import encore.kernel.shows.overlays.OverlaysId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the overlays that each show has in store. */
@Component
class OverlaysProjection implements Projection {

    private static final Catalogue<Overlay> OVERLAYS = Catalogue.ofLists("overlays", Overlay.class);

    private final QueryGateway queryGateway;

    OverlaysProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("show_overlays", List.of(OVERLAYS.collection()));
    }

    @EventHandler
    void on(OverlayEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        OVERLAYS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Overlay> find(FindOverlays query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return OVERLAYS.all(list(query.account(), query.pageTabId()), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    Overlay find(FindOverlay query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        return OVERLAYS.one(list(query.account(), query.pageTabId()), query.appOverlayUid(), documents)
                .thing();
    }

    private static OverlaysId list(long account, long pageTabId) {
        return new OverlaysId(new CampaignId(account, pageTabId));
    }
}
