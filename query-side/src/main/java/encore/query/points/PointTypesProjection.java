package encore.query.points;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Refusal;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsQuery.FindPointType;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import java.util.stream.Stream;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Lists the point types of each account in the order of their creation. */
@Component
class PointTypesProjection implements Projection {

    private static final Collection<AccountPointType> TYPES =
            Collection.of("point_types", AccountPointType.class, Index.on("account"));

    /** A point type with its account, which the read model does not have. */
    record AccountPointType(long account, PointType type) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("point_types", List.of(TYPES));
    }

    @EventHandler
    void on(PointTypeCreated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var type = new PointType(event.pointType().uid(), event.name(), recordedEvent.at());
        documents.put(
                TYPES,
                Keyset.key(recordedEvent.position()),
                new AccountPointType(event.pointType().account(), type));
    }

    @QueryHandler
    List<PointType> find(FindPointTypes query, Documents documents) {
        return types(query.account(), documents).toList();
    }

    @QueryHandler
    PointType find(FindPointType query, Documents documents) {
        return types(query.account(), documents)
                .filter(type -> type.pointUid().equals(query.pointUid()))
                .findFirst()
                .orElseThrow(() -> Refusal.unknownId("point_uid"));
    }

    private static Stream<PointType> types(long account, Documents documents) {
        return Keyset.byKey(TYPES)
                .all(documents, Where.equal("account", account))
                .map(AccountPointType::type);
    }
}
