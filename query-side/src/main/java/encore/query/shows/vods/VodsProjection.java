package encore.query.shows.vods;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.shows.vods.Vod;
import encore.kernel.shows.vods.VodEvent;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodQuery.FindApprovedVods;
import encore.kernel.shows.vods.VodQuery.FindVod;
import encore.kernel.shows.vods.VodQuery.FindVods;
import encore.kernel.shows.vods.VodsId;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import encore.query.projection.QueryGateway;
import encore.query.shows.ShowCampaigns;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the vods of each show. */
@Component
class VodsProjection implements Projection {

    private static final Catalogue<VodItem> VODS = Catalogue.ofLists("vods", VodItem.class);

    private final QueryGateway queryGateway;

    VodsProjection(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("vods", List.of(VODS.collection()));
    }

    @EventHandler
    void on(VodEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        VODS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<Vod> find(FindVods query, Documents documents) {
        return all(query.account(), query.pageTabId(), documents).toList();
    }

    @QueryHandler
    Vod find(FindVod query, Documents documents) {
        ShowCampaigns.mustHaveShow(query.account(), query.pageTabId(), queryGateway);
        var list = new VodsId(new CampaignId(query.account(), query.pageTabId()));
        return vod(query.pageTabId(), VODS.one(list, Long.toString(query.optionId()), documents));
    }

    @QueryHandler
    List<Vod> find(FindApprovedVods query, Documents documents) {
        return all(query.account(), query.pageTabId(), documents)
                .filter(Vod::isApproved)
                .filter(vod -> query.page() == null || query.page().equals(vod.page()))
                .toList();
    }

    private Stream<Vod> all(long account, long pageTabId, Documents documents) {
        ShowCampaigns.mustHaveShow(account, pageTabId, queryGateway);
        return VODS.all(new VodsId(new CampaignId(account, pageTabId)), documents)
                .map(entry -> vod(pageTabId, entry));
    }

    private static Vod vod(long pageTabId, CatalogueEntry<VodItem> entry) {
        return Vod.of(pageTabId, entry.thing(), entry.position(), entry.createdAt());
    }
}
