package encore.query.operations;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Index;
import encore.infra.views.Views;
import encore.infra.views.Where;
import encore.kernel.Event;
import encore.kernel.Page;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.query.projection.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** The journal of all management actions: orders, and events that count as such an action. */
@Component
class OperationsProjection implements Projection {

    private static final Collection<Operation> OPERATIONS =
            Collection.of("operations", Operation.class, Index.on("accountId"));

    private static final Keyset<Operation> NEWEST_FIRST =
            Keyset.byKey(OPERATIONS).descending();

    @Override
    public Views.Shape shape() {
        return new Views.Shape("operations", List.of(OPERATIONS));
    }

    @EventHandler
    void on(OperationOrdered event, Recorded recorded, Documents.Batch documents) {
        write(recorded, event.id().account(), event.operation(), event.target(), event.request(), documents);
    }

    @EventHandler
    void on(Event.Managed event, Recorded recorded, Documents.Batch documents) {
        write(
                recorded,
                Long.parseLong(recorded.account()),
                recorded.origin().command(),
                event.target(),
                recorded.origin().requestId(),
                documents);
    }

    private static void write(
            Recorded recorded,
            long account,
            String operation,
            String target,
            String requestId,
            Documents.Batch documents) {
        documents.put(
                OPERATIONS,
                Keyset.key(recorded.position()),
                new Operation(
                        recorded.position(),
                        recorded.at(),
                        account,
                        recorded.origin().actor(),
                        operation,
                        target,
                        requestId));
    }

    @QueryHandler
    Page<Operation> find(FindOperations query, Documents documents) {
        return NEWEST_FIRST.page(
                documents,
                query.account() == 0 ? Where.all() : Where.equal("accountId", query.account()),
                query.paging());
    }
}
