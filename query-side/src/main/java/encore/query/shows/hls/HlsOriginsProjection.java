package encore.query.shows.hls;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginEvent;
import encore.kernel.shows.hls.HlsOriginsId;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigin;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigins;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the hosts from which gateways may read manifests. */
@Component
class HlsOriginsProjection implements Projection {

    private static final Catalogue<HlsOrigin> ORIGINS = Catalogue.ofLists("hls_origins", HlsOrigin.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("hls_origins", List.of(ORIGINS.collection()));
    }

    @EventHandler
    void on(HlsOriginEvent event, RecordedEvent recordedEvent, Documents.Batch documents) {
        ORIGINS.fold(event, recordedEvent, documents);
    }

    @QueryHandler
    List<HlsOrigin> find(FindHlsOrigins query, Documents documents) {
        return ORIGINS.all(new HlsOriginsId(query.account()), documents)
                .map(CatalogueEntry::thing)
                .toList();
    }

    @QueryHandler
    HlsOrigin find(FindHlsOrigin query, Documents documents) {
        return ORIGINS.one(new HlsOriginsId(query.account()), query.host(), documents)
                .thing();
    }
}
