package encore.query.operations;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.ProcessStores.Overview;
import encore.infra.eventstore.process.RefusedCommand;
import encore.kernel.Refusal;
import encore.kernel.operations.AutomationStatus;
import encore.kernel.operations.AutomationStatus.BlockedMessage;
import encore.kernel.operations.AutomationStatus.RuleRefusal;
import encore.kernel.operations.AutomationStatus.WaitingTimers;
import encore.kernel.operations.AutomationStatusBuilder;
import encore.kernel.operations.OperationsQuery.FindAutomations;
import encore.kernel.operations.OperationsQuery.PauseAutomation;
import encore.kernel.operations.OperationsQuery.ResumeAutomation;
import encore.kernel.operations.OperationsQuery.RetryAutomation;
import encore.query.projection.QueryComponent;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers the automations' progress from their stores, and leaves notes there for the process that runs them. */
@Component
class AutomationOperations implements QueryComponent {

    private static final int MAX_SHOWN = 100;
    private static final int MAX_READ = 10_000;

    private final ProcessStores stores;
    private final EventTail tail;

    AutomationOperations(ProcessStores stores, EventTail tail) {
        this.stores = stores;
        this.tail = tail;
    }

    @QueryHandler
    List<AutomationStatus> find(FindAutomations query) {
        return overviews().entrySet().stream()
                .map(one -> status(query.account(), one.getKey(), one.getValue()))
                .toList();
    }

    @QueryHandler
    AutomationStatus pause(PauseAutomation query) {
        store(query.name()).addNote(OperatorNotes.PAUSE);
        return status(query.account(), query.name());
    }

    @QueryHandler
    AutomationStatus resume(ResumeAutomation query) {
        store(query.name()).removeNote(OperatorNotes.PAUSE);
        return status(query.account(), query.name());
    }

    @QueryHandler
    AutomationStatus retry(RetryAutomation query) {
        ProcessStore store = store(query.name());
        AutomationTimer timer = timer(query.timer());
        String id = AutomationDeadLetter.key(query.position(), query.ordinal(), timer);
        String letter = store.get(id);
        // Another account's dead letter is reported as unknown, as everywhere.
        if (letter == null
                || !isShown(
                        query.account(),
                        read(letter, AutomationDeadLetter.class).account())) {
            throw Refusal.unknown("There is no dead letter at this position.");
        }
        store.addNote(OperatorNotes.retry(id));
        return status(query.account(), query.name());
    }

    /** Reads what {@link AutomationTimer#id} wrote. Its origin is not part of a dead letter's id. */
    private static @Nullable AutomationTimer timer(@Nullable String id) {
        if (id == null) {
            return null;
        }
        int end = id.lastIndexOf('@');
        try {
            long at = Instant.parse(id.substring(end + 1)).toEpochMilli();
            return new AutomationTimer(id.substring(0, Math.max(0, end)), at, 0, 0);
        } catch (DateTimeParseException | ArithmeticException e) {
            throw Refusal.unknown("There is no dead letter of this timer.");
        }
    }

    private static @Nullable String id(@Nullable AutomationTimer timer) {
        return timer == null ? null : timer.id();
    }

    private static boolean isAutomation(String name) {
        return !name.equals(ProcessStores.USAGE) && !name.equals(ProcessStores.WEBHOOKS);
    }

    private Map<String, Overview> overviews() {
        Map<String, Overview> all = stores.overviews();
        all.keySet().removeIf(name -> !isAutomation(name));
        return all;
    }

    private ProcessStore store(String name) {
        if (!isAutomation(name) || !stores.names().contains(name)) {
            throw Refusal.unknown("There is no such automation.");
        }
        return stores.open(name);
    }

    private AutomationStatus status(long account, String name) {
        ProcessStore store = stores.open(name);
        return status(account, name, ProcessStores.overview(store));
    }

    /** Reads dead letters and refusals only of an automation whose progress counts some: each is a question. */
    private AutomationStatus status(long account, String name, Overview overview) {
        ProcessStore store = stores.open(name);
        ProcessStore.Lease lease = overview.lease();
        String stored = overview.progress();
        AutomationProgress automationProgress =
                stored == null ? AutomationProgress.NONE : read(stored, AutomationProgress.class);
        return AutomationStatusBuilder.builder()
                .name(name)
                .position(automationProgress.position())
                .lag(Math.max(0, tail.head() - automationProgress.position()))
                .outbox(automationProgress.outbox())
                .delivered(automationProgress.delivered())
                .refused(automationProgress.refused())
                .deadLetters(automationProgress.letters())
                .timers(timers(automationProgress.timers()))
                .paused(lease.notes().contains(OperatorNotes.PAUSE))
                .owner(lease.owner())
                .letters(automationProgress.letters() == 0 ? List.of() : letters(account, store))
                .refusals(automationProgress.refused() == 0 ? List.of() : refusals(account, store))
                .backfillPosition(backfillPosition(overview.backfills()))
                .build();
    }

    /** Returns how far the earliest back-fill has read the log; null when none runs. */
    private static @Nullable Long backfillPosition(List<LongWork> backfills) {
        return backfills.stream().map(LongWork::readTo).min(Long::compare).orElse(null);
    }

    private static List<BlockedMessage> letters(long account, ProcessStore store) {
        return own(
                        account,
                        store,
                        AutomationDeadLetter.PREFIX,
                        AutomationDeadLetter.class,
                        AutomationDeadLetter::account)
                .stream()
                .map(letter -> new BlockedMessage(
                        letter.position(), letter.ordinal(), letter.cause(), letter.attempts(), id(letter.timer())))
                .toList();
    }

    private static List<RuleRefusal> refusals(long account, ProcessStore store) {
        return own(account, store, RefusedCommand.PREFIX, RefusedCommand.class, RefusedCommand::account).stream()
                .map(one -> new RuleRefusal(
                        one.position(), one.ordinal(), one.command(), one.reason(), one.at(), id(one.timer())))
                .toList();
    }

    private static WaitingTimers timers(AutomationProgress.@Nullable Timers timers) {
        return timers == null
                ? new WaitingTimers(0, null)
                : new WaitingTimers(timers.waiting(), Instant.ofEpochMilli(timers.next()));
    }

    private static <T> List<T> own(
            long account, ProcessStore store, String prefix, Class<T> type, ToLongFunction<T> accountOf) {
        return store.list(prefix, null, MAX_READ).stream()
                .map(entry -> read(entry.value(), type))
                .filter(one -> isShown(account, accountOf.applyAsLong(one)))
                .limit(MAX_SHOWN)
                .toList();
    }

    /** Returns whether an account may see an entry. The operator, account 0, sees all. */
    private static boolean isShown(long to, long account) {
        return to == 0 || to == account;
    }

    private static <T> T read(String json, Class<T> type) {
        return EventJson.mapper().readValue(json, type);
    }
}
