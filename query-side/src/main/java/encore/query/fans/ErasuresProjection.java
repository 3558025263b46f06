package encore.query.fans;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.fans.Erasure;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanQuery.FindErasures;
import encore.kernel.paging.Page;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Keeps erasures of fans by position. It is not partitioned, so that no row can appear before the last row of a page.
 */
@Component
class ErasuresProjection implements Projection {

    private static final Collection<StoredErasure> ERASURES =
            Collection.of("erasures", StoredErasure.class, Index.on("account"));

    private static final Keyset<StoredErasure> OLDEST_FIRST = Keyset.byKey(ERASURES);

    /** An erasure with its account, which the read model does not contain. */
    record StoredErasure(long account, Erasure erasure) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("erasures", List.of(ERASURES));
    }

    @EventHandler
    void on(FanErased event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var erasure = new Erasure(event.fan().number(), recordedEvent.position(), recordedEvent.at());
        documents.put(
                ERASURES,
                Keyset.key(recordedEvent.position()),
                new StoredErasure(event.fan().account(), erasure));
    }

    @QueryHandler
    Page<Erasure> find(FindErasures query, Documents documents) {
        return OLDEST_FIRST
                .page(documents, Where.equal("account", query.account()), query.paging())
                .map(StoredErasure::erasure);
    }
}
