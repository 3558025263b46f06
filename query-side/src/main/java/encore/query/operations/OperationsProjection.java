package encore.query.operations;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.infra.views.criteria.Index;
import encore.infra.views.criteria.Where;
import encore.kernel.Event;
import encore.kernel.StreamId;
import encore.kernel.fans.FanEvent.FanConsentChanged;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanEvent.FanProfileChanged;
import encore.kernel.fans.FanEvent.FanTagsChanged;
import encore.kernel.operations.Operation;
import encore.kernel.operations.OperationEvent.OperationOrdered;
import encore.kernel.operations.OperationsQuery.FindJournalEntries;
import encore.kernel.paging.Page;
import encore.kernel.people.PersonId;
import encore.kernel.points.PointsEvent.PointsAwarded;
import encore.kernel.rewards.RewardEvent.RewardIssued;
import encore.query.documents.Keyset;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * The journal of all management actions: orders, events that count as such an action, and awards and corrections that a
 * person made. What programs award and correct is not in it.
 */
@Component
class OperationsProjection implements Projection {

    private static final Collection<Operation> OPERATIONS =
            Collection.of("operations", Operation.class, Index.on("accountId"));

    /** The prefix of the actor of calls by a session of the console. */
    private static final String CONSOLE = "console:";

    /** The prefix of the actor of calls by a person who signed in. */
    private static final String PERSON = PersonId.actor("");

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

    @EventHandler
    void on(RewardIssued event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.isByHand()) {
            writeByHand(event.reward() + " " + event.fan(), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(PointsAwarded event, RecordedEvent recordedEvent, Documents.Batch documents) {
        onConsole(event.ledger(), recordedEvent, documents);
    }

    @EventHandler
    void on(FanProfileChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        onConsole(event.fan(), recordedEvent, documents);
    }

    @EventHandler
    void on(FanConsentChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        onConsole(event.fan(), recordedEvent, documents);
    }

    @EventHandler
    void on(FanFieldsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        onConsole(event.fan(), recordedEvent, documents);
    }

    @EventHandler
    void on(FanTagsChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        onConsole(event.fan(), recordedEvent, documents);
    }

    /** Writes an entry if a person at the console caused the event. Other calls for it come from programs. */
    private static void onConsole(StreamId target, RecordedEvent recordedEvent, Documents.Batch documents) {
        String actor = recordedEvent.origin().actor();
        if (actor.startsWith(CONSOLE) || actor.startsWith(PERSON)) {
            writeByHand(target.toString(), recordedEvent, documents);
        }
    }

    /** Writes an entry, unless the event before it is one of the same call. */
    private static void writeByHand(String target, RecordedEvent recordedEvent, Documents.Batch documents) {
        RecordedEvent.Origin origin = recordedEvent.origin();
        Operation before = documents.get(OPERATIONS, Keyset.key(recordedEvent.position() - 1));
        if (before == null || !before.requestId().equals(origin.requestId())) {
            write(
                    recordedEvent,
                    Long.parseLong(recordedEvent.account()),
                    origin.command(),
                    target,
                    origin.requestId(),
                    documents);
        }
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
    Page<Operation> find(FindJournalEntries query, Documents documents) {
        return NEWEST_FIRST.page(
                documents,
                query.account() == 0 ? Where.all() : Where.equal("accountId", query.account()),
                query.paging(),
                row -> query.filter().wants(row.document()));
    }
}
