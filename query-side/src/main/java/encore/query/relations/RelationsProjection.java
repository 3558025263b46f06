package encore.query.relations;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Page;
import encore.kernel.relations.Relation;
import encore.kernel.relations.RelationEvent.RelationBegun;
import encore.kernel.relations.RelationEvent.RelationEnded;
import encore.kernel.relations.RelationId;
import encore.kernel.relations.RelationKind;
import encore.kernel.relations.RelationQuery.FindRelations;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the relations of tags and of idols. */
@Component
class RelationsProjection implements Projection {

    private static final Catalogue<Related> RELATIONS =
            Catalogue.of("relations", Related.class, Index.on("account", "thing.kind", "position"));

    /** Two tags or two idols that belong together. */
    record Related(RelationKind kind, String one, String other) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("relations", List.of(RELATIONS.collection()));
    }

    @EventHandler
    void on(RelationBegun event, Recorded recorded, Documents.Batch documents) {
        RelationId id = event.relation();
        RELATIONS.add(id, new Related(id.kind(), id.low(), id.high()), recorded, documents);
    }

    @EventHandler
    void on(RelationEnded event, Documents.Batch documents) {
        RELATIONS.remove(event.relation(), documents);
    }

    @QueryHandler
    Page<Relation> find(FindRelations query, Documents documents) {
        if (query.only() != null) {
            List<Relation> found = RELATIONS.some(List.of(query.only()), documents).stream()
                    .map(RelationsProjection::shown)
                    .toList();
            return new Page<>(found, null, null, false, documents.position());
        }
        Where wanted = Where.all(
                Where.equal("account", query.account()),
                Where.equal("thing.kind", query.kind().word()));
        return RELATIONS.page(wanted, query.paging(), documents).map(RelationsProjection::shown);
    }

    private static Relation shown(Listed<Related> listed) {
        return new Relation(listed.thing().one(), listed.thing().other(), listed.createdAt());
    }
}
