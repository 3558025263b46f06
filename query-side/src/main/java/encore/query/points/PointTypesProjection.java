package encore.query.points;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.points.PointType;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import encore.kernel.points.PointsQuery.FindPointTypes;
import encore.query.runtime.Projection;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** The kinds of points of each account, in the order they were made. */
@Component
class PointTypesProjection implements Projection {

    private static final Collection<OfAccount> TYPES =
            Collection.of("point_types", OfAccount.class, Index.on("account"));

    private static final int PAGE = 500;

    /** A point type and whose it is, which its read model does not say. */
    record OfAccount(long account, PointType type) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("point_types", List.of(TYPES));
    }

    @EventHandler
    void on(PointTypeCreated event, Recorded recorded, Documents.Batch documents) {
        var type = new PointType(event.pointType().uid(), event.name(), recorded.at());
        documents.put(
                TYPES,
                Positions.key(recorded.position()),
                new OfAccount(event.pointType().account(), type));
    }

    @QueryHandler
    List<PointType> find(FindPointTypes query, Documents documents) {
        List<PointType> types = new ArrayList<>();
        String after = null;
        List<Row<OfAccount>> rows;
        do {
            rows = documents.find(
                    TYPES,
                    Where.equal("account", query.account()),
                    Order.byKey(),
                    after == null ? null : List.of(after),
                    PAGE);
            for (Row<OfAccount> row : rows) {
                types.add(row.document().type());
                after = row.key();
            }
        } while (rows.size() == PAGE);
        return types;
    }
}
