package encore.query.relations;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.relations.Relation;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.relations.RelationQuery.FindRelations;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the relations of tags and of idols. */
@Component
class RelationsProjection implements Projection {

    private static final Catalogue<StoredRelation> RELATIONS =
            Catalogue.of("relations", StoredRelation.class, Index.on("account", "thing.kind", "position"));

    /** Two tags or two idols that belong together. */
    record StoredRelation(RelationKind kind, String one, String other) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("relations", List.of(RELATIONS.collection()));
    }

    @EventHandler
    void on(RelationBegun event, RecordedEvent recordedEvent, Documents.Batch documents) {
        RelationId id = event.relation();
        RELATIONS.add(id, new StoredRelation(id.kind(), id.low(), id.high()), recordedEvent, documents);
    }

    @EventHandler
    void on(RelationEnded event, Documents.Batch documents) {
        RELATIONS.remove(event.relation(), documents);
    }

    @QueryHandler
    Page<Relation> find(FindRelations query, Documents documents) {
        if (query.only() != null) {
            List<Relation> found = RELATIONS.some(List.of(query.only()), documents).stream()
                    .map(RelationsProjection::toRelation)
                    .toList();
            return new Page<>(found, null, null, false, documents.position());
        }
        Where condition = Where.all(
                Where.equal("account", query.account()),
                Where.equal("thing.kind", query.kind().word()));
        return RELATIONS.page(condition, query.paging(), documents).map(RelationsProjection::toRelation);
    }

    private static Relation toRelation(CatalogueEntry<StoredRelation> catalogueEntry) {
        return new Relation(catalogueEntry.thing().one(), catalogueEntry.thing().other(), catalogueEntry.createdAt());
    }
}
