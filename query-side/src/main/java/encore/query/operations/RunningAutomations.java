package encore.query.operations;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.process.Letter;
import encore.infra.eventstore.process.ProcessNotes;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.Progress;
import encore.infra.eventstore.process.RefusedCommand;
import encore.kernel.Refusal;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
import encore.query.projection.QueryComponent;
import java.util.List;
import java.util.function.ToLongFunction;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Answers the automations' progress from their stores, and leaves orders there for the process that runs them. */
@Component
class RunningAutomations implements QueryComponent {

    private static final int SHOWN = 100;
    private static final int LOOKED_AT = 10_000;

    private final ProcessStores stores;
    private final EventTail tail;

    RunningAutomations(ProcessStores stores, EventTail tail) {
        this.stores = stores;
        this.tail = tail;
    }

    @QueryHandler
    List<AutomationStatus> find(FindAutomations query) {
        return stores.names().stream()
                .map(name -> status(query.account(), name))
                .toList();
    }

    @QueryHandler
    AutomationStatus pause(PauseAutomation order) {
        store(order.name()).leave(ProcessNotes.PAUSE);
        return status(order.account(), order.name());
    }

    @QueryHandler
    AutomationStatus resume(ResumeAutomation order) {
        store(order.name()).take(ProcessNotes.PAUSE);
        return status(order.account(), order.name());
    }

    @QueryHandler
    AutomationStatus retry(RetryAutomation order) {
        ProcessStore store = store(order.name());
        String id = Letter.key(order.position(), order.ordinal());
        String letter = store.get(id);
        // Another account's dead letter is reported as unknown, as everywhere.
        if (letter == null
                || !isShown(order.account(), read(letter, Letter.class).account())) {
            throw Refusal.unknown("There is no dead letter at this position.");
        }
        store.leave(ProcessNotes.retry(id));
        return status(order.account(), order.name());
    }

    private ProcessStore store(String name) {
        if (!stores.names().contains(name)) {
            throw Refusal.unknown("There is no such automation.");
        }
        return stores.open(name);
    }

    private AutomationStatus status(long account, String name) {
        ProcessStore store = stores.open(name);
        ProcessStore.Lease lease = store.look();
        String kept = store.get(Progress.KEY);
        Progress progress = kept == null ? Progress.NONE : read(kept, Progress.class);
        return new AutomationStatus(
                name,
                progress.position(),
                Math.max(0, tail.head() - progress.position()),
                progress.outbox(),
                progress.delivered(),
                progress.refused(),
                progress.letters(),
                lease.notes().contains(ProcessNotes.PAUSE),
                lease.owner(),
                own(account, store, Letter.PREFIX, Letter.class, Letter::account).stream()
                        .map(letter -> new AutomationStatus.HeldUp(
                                letter.position(), letter.ordinal(), letter.cause(), letter.attempts()))
                        .toList(),
                own(account, store, RefusedCommand.PREFIX, RefusedCommand.class, RefusedCommand::account).stream()
                        .map(one -> new AutomationStatus.Refused(
                                one.position(), one.ordinal(), one.command(), one.reason(), one.at()))
                        .toList());
    }

    private static <T> List<T> own(
            long account, ProcessStore store, String prefix, Class<T> type, ToLongFunction<T> accountOf) {
        return store.list(prefix, null, LOOKED_AT).stream()
                .map(entry -> read(entry.value(), type))
                .filter(one -> isShown(account, accountOf.applyAsLong(one)))
                .limit(SHOWN)
                .toList();
    }

    /** Returns whether an account may see an entry. The operator, account 0, sees all. */
    private static boolean isShown(long to, long account) {
        return to == 0 || to == account;
    }

    private static <T> T read(String json, Class<T> type) {
        return Json.mapper().readValue(json, type);
    }
}
