package encore.query.operations;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationsQuery.FindOperations;
import encore.kernel.paging.Page;
import encore.query.documents.Keyset;
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
    void on(OperationOrdered event, RecordedEvent recordedEvent, Documents.Batch documents) {
        write(recordedEvent, event.id().account(), event.operation(), event.target(), event.request(), documents);
    }

    @EventHandler
    void on(Event.ManagementAction event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (!event.countsAsOperation()) {
            return;
        }
        write(
                recordedEvent,
                Long.parseLong(recordedEvent.account()),
                recordedEvent.origin().command(),
                event.target(),
                recordedEvent.origin().requestId(),
                documents);
    }

    private static void write(
            RecordedEvent recordedEvent,
            long account,
            String operation,
            String target,
            String requestId,
            Documents.Batch documents) {
        documents.put(
                OPERATIONS,
                Keyset.key(recordedEvent.position()),
                new Operation(
                        recordedEvent.position(),
                        recordedEvent.at(),
                        account,
                        recordedEvent.origin().actor(),
                        operation,
                        target,
                        requestId));
    }

    @QueryHandler
    Page<Operation> find(FindOperations query, Documents documents) {
        return NEWEST_FIRST.page(
                documents,
                query.account() == 0 ? Where.all() : Where.equal("accountId", query.account()),
                query.paging(),
                row -> query.filter().wants(row.document()));
    }
}
