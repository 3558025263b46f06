package encore.query.props;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.paging.Page;
import encore.kernel.props.Prop;
import encore.kernel.props.PropEvent.PropAdded;
import encore.kernel.props.PropEvent.PropChanged;
import encore.kernel.props.PropEvent.PropRemoved;
import encore.kernel.props.PropQuery.FindProp;
import encore.kernel.props.PropQuery.FindProps;
import encore.kernel.props.PropValue;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Keeps the values that accounts store under names. */
@Component
class PropsProjection implements Projection {

    private static final Catalogue<PropDocument> PROPS =
            Catalogue.of("props", PropDocument.class, Index.on("account", "thing.propName", "position"));

    /** @param value JSON */
    record PropDocument(String propName, String value) {

        JsonNode json() {
            return EventJson.mapper().readTree(value);
        }
    }

    @Override
    public Views.Shape shape() {
        return new Views.Shape("props", List.of(PROPS.collection()));
    }

    /** The value is missing when the prop was removed since. */
    @EventHandler
    void on(PropAdded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.value() != null) {
            PROPS.add(event.prop(), new PropDocument(event.propName(), event.value()), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(PropChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        String value = event.value();
        if (value != null) {
            PROPS.change(event.prop(), before -> new PropDocument(before.propName(), value), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(PropRemoved event, Documents.Batch documents) {
        PROPS.remove(event.prop(), documents);
    }

    @QueryHandler
    PropValue find(FindProp query, Documents documents) {
        Where condition =
                Where.all(Where.equal("account", query.account()), Where.equal("thing.propName", query.propName()));
        return PROPS.where(condition, documents)
                .findFirst()
                .map(entry -> new PropValue(entry.thing().json()))
                .orElseGet(() -> new PropValue(JsonNodeFactory.instance.nullNode()));
    }

    @QueryHandler
    Page<Prop> find(FindProps query, Documents documents) {
        return PROPS.page(query.account(), query.paging(), documents).map(PropsProjection::toProp);
    }

    private static Prop toProp(CatalogueEntry<PropDocument> entry) {
        return new Prop(entry.thing().propName(), entry.thing().json(), entry.createdAt(), entry.changedAt());
    }
}
