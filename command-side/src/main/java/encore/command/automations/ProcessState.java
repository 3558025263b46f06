package encore.command.automations;

import encore.command.automations.ProcessContext.LogReader;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.StoreUnavailable;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OutboxCommand;
import encore.infra.eventstore.process.ProcessDeadLetter;
import encore.infra.eventstore.process.ProcessDeadLetter.OfCommand;
import encore.infra.eventstore.process.ProcessDeadLetter.OfEvent;
import encore.infra.eventstore.process.ProcessDeadLetter.OfTimer;
import encore.infra.eventstore.process.ProcessDeadLetter.OfWork;
import encore.infra.eventstore.process.ProcessStore.NotOwner;
import encore.infra.eventstore.process.RefusedCommand;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.kernel.Refusal;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The state of an automation in memory, as its store has it. Each change is also added to the current commit. A commit
 * that fails leaves this state ahead of the store; then the state is loaded again. Used by one thread.
 */
final class ProcessState {

    private static final Logger LOG = LoggerFactory.getLogger(ProcessState.class);
    private static final int PAGE = 1_000;
    private static final int MAX_REFUSALS = 1_000;

    /** While this many commands of one event are open, the event's long work is not continued. */
    private static final int MAX_OPEN_PER_WORK = 100;

    /** While this many commands are ready to be sent, no work that reads the log is continued. */
    private static final int MAX_SENDABLE_PER_REPLAY = 1_000;

    /** One commit handles no more timers. It also begins none after they have sent this many commands. */
    private static final int MAX_TIMERS_PER_COMMIT = 500;

    private final Automation automation;
    private final Reactions reactions;
    private final DeliveryMark token;
    private final Outbox outbox;
    private final Timers timers;
    private final TreeMap<String, ProcessDeadLetter> deadLetters = new TreeMap<>();
    private final TreeMap<Long, LongWork> longWorks = new TreeMap<>();
    private final ArrayDeque<String> refusals = new ArrayDeque<>();
    private long position;
    private long delivered;
    private long refused;
    private int timersInCommit;

    /** All timers up to this time were handled, in milliseconds since 1970; 0 when that is not known. */
    private long timersReached;

    /**
     * Loads the state.
     *
     * @param store the first commit. It also removes stored commands that were already delivered
     * @param token which commands are delivered, from the tokens beside the log. None of them is sent, even if the store
     *     has it
     * @param inFlightKeys order keys of commands that are still in flight
     */
    ProcessState(
            Automation automation,
            Reactions reactions,
            EntryChanges store,
            DeliveryMark token,
            Set<String> inFlightKeys) {
        this.automation = automation;
        this.reactions = reactions;
        this.token = token;
        this.outbox = new Outbox(inFlightKeys);
        AutomationProgress automationProgress = progress(store);
        position = automationProgress.position();
        delivered = automationProgress.delivered();
        refused = automationProgress.refused();
        timers = new Timers(automationProgress.timers());
        each(store, AutomationDeadLetter.PREFIX, AutomationDeadLetter.class, (key, stored) -> {
            ProcessDeadLetter letter = ProcessDeadLetter.of(stored);
            if (!(letter instanceof OfCommand command)) {
                deadLetters.put(key, letter);
            } else if (isOpen(command.position(), command.timer(), key, store)) {
                deadLetters.put(key, letter);
                outbox.block(command.orderKey());
            }
        });
        each(store, LongWork.PREFIX, LongWork.class, (key, work) -> {
            if (work.isReplay() || isOpen(work.position(), null, key, store)) {
                longWorks.put(work.position(), work);
            }
        });
        each(store, OutboxCommand.PREFIX, OutboxCommand.class, (key, command) -> {
            if (isOpen(command.position(), command.timer(), key, store)) {
                outbox.add(command);
            }
        });
        each(store, RefusedCommand.PREFIX, RefusedCommand.class, (key, refusal) -> refusals.add(key));
    }

    static AutomationProgress progress(EntryReader store) {
        String stored = store.get(AutomationProgress.KEY);
        return stored == null
                ? AutomationProgress.NONE
                : EventJson.mapper().readValue(stored, AutomationProgress.class);
    }

    private boolean isOpen(long at, @Nullable AutomationTimer timer, String key, EntryChanges store) {
        boolean isDelivered = timer == null ? token.contains(at) : token.contains(timer);
        if (isDelivered) {
            store.remove(key);
        }
        return !isDelivered;
    }

    private static <T> void each(EntryReader store, String prefix, Class<T> type, BiConsumer<String, T> each) {
        String after = null;
        List<EntryReader.Entry> page;
        do {
            page = store.list(prefix, after, PAGE);
            for (EntryReader.Entry entry : page) {
                after = entry.key();
                each.accept(after, EventJson.mapper().readValue(entry.value(), type));
            }
        } while (page.size() == PAGE);
    }

    /**
     * The numbers of the automation that metrics show.
     *
     * @param outbox the number of commands whose outcome is not known yet
     */
    record Status(long position, int outbox, int deadLetters) {}

    Status status() {
        return new Status(position, outbox.size(), deadLetters.size());
    }

    long position() {
        return position;
    }

    Outbox outbox() {
        return outbox;
    }

    /** Returns the position up to which all commands are delivered. */
    long deliveredTo() {
        long first = position + 1;
        Long open = outbox.firstOpenPosition();
        first = open == null ? first : Math.min(first, open);
        first = longWorks.isEmpty() ? first : Math.min(first, longWorks.firstKey());
        first = deadLetters.isEmpty()
                ? first
                : Math.min(first, deadLetters.firstEntry().getValue().position());
        return Math.max(token.position(), first - 1);
    }

    /**
     * Returns which commands are delivered now. The mark contains no timer that still waits, has an open command or is a
     * dead letter.
     *
     * @param before the mark that is stored
     */
    DeliveryMark delivered(DeliveryMark before, EntryReader store) {
        if (!reactions.haveTimers()) {
            return new DeliveryMark(deliveredTo(), before.timersUntil());
        }
        List<AutomationTimer> open = Stream.concat(
                        outbox.openTimers().stream(),
                        deadLetters.values().stream()
                                .map(ProcessDeadLetter::timer)
                                .filter(Objects::nonNull))
                .toList();
        AutomationTimer next = timers.next(store);
        long until = timersReached;
        until = next == null ? until : Math.min(until, next.at() - 1);
        for (AutomationTimer timer : open) {
            until = Math.min(until, timer.at() - 1);
        }
        until = Math.max(until, before.timersUntil());
        // A timer may be set for a time that the mark has already passed.
        if (next != null && next.at() <= until) {
            return new DeliveryMark(before.position(), until);
        }
        long to = deliveredTo();
        for (AutomationTimer timer : open) {
            if (timer.at() <= until) {
                to = Math.min(to, timer.since() - 1);
            }
        }
        return new DeliveryMark(Math.max(to, before.position()), until);
    }

    long outcomes() {
        return delivered + refused;
    }

    /**
     * Moves to the position up to which the log was read. Events in between that the automation does not follow are
     * skipped.
     */
    void advanceTo(long upTo) {
        position = upTo;
    }

    void writeProgress(EntryChanges batch) {
        timersInCommit = 0;
        write(
                batch,
                AutomationProgress.KEY,
                new AutomationProgress(
                        position, delivered, refused, outbox.size(), deadLetters.size(), timers.progress(batch)));
    }

    private static void write(EntryChanges batch, String key, Object value) {
        batch.put(key, EventJson.mapper().writeValueAsString(value));
    }

    /** Folds an event. An event that cannot be folded blocks its stream. */
    void fold(RecordedEvent recordedEvent, EntryChanges batch) {
        if (isBlocked(recordedEvent.stream())) {
            addLetter(letter(recordedEvent, AutomationDeadLetter.WAITING, 0), batch);
            return;
        }
        try {
            react(recordedEvent, batch);
        } catch (RuntimeException fault) {
            addLetter(letter(recordedEvent, cause(fault, "fold " + recordedEvent.position()), 1), batch);
        }
    }

    private boolean isBlocked(String stream) {
        return !deadLetters.isEmpty()
                && deadLetters.values().stream()
                        .anyMatch(letter -> letter instanceof OfEvent event
                                && event.stream().equals(stream));
    }

    private static OfEvent letter(RecordedEvent recordedEvent, String cause, int attempts) {
        return new OfEvent(
                recordedEvent.position(), recordedEvent.origin().account(), recordedEvent.stream(), cause, attempts);
    }

    private void addLetter(ProcessDeadLetter letter, EntryChanges batch) {
        AutomationDeadLetter stored = letter.stored();
        deadLetters.put(stored.id(), letter);
        write(batch, stored.id(), stored);
    }

    private void removeLetter(ProcessDeadLetter letter, EntryChanges batch) {
        removeLetter(letter.stored().id(), batch);
    }

    private void removeLetter(String id, EntryChanges batch) {
        if (deadLetters.remove(id) != null) {
            batch.remove(id);
        }
    }

    private void react(RecordedEvent recordedEvent, EntryChanges batch) {
        ProcessContext process = new ProcessContext(automation, reactions, recordedEvent.position(), batch);
        reactions.react(recordedEvent, process);
        process.changes().mergeInto(batch);
        changeTimers(process, recordedEvent.position(), recordedEvent.origin().account(), batch);
        boolean isDelivered = token.contains(recordedEvent.position());
        if (!isDelivered) {
            addToOutbox(process.commands(), batch);
        }
        LongWork begun = process.longWork(recordedEvent.origin().account());
        if (begun != null && (!isDelivered || begun.isReplay())) {
            longWorks.put(begun.position(), begun);
            write(batch, begun.key(), begun);
        }
    }

    private void changeTimers(ProcessContext process, long since, long account, EntryChanges batch) {
        for (Map.Entry<String, @Nullable Long> change : process.timers().entrySet()) {
            String key = change.getKey();
            Long at = change.getValue();
            List.copyOf(deadLetters.values()).stream()
                    .filter(letter ->
                            letter instanceof OfTimer late && late.timer().key().equals(key))
                    .forEach(letter -> removeLetter(letter, batch));
            if (at == null) {
                timers.cancel(key, batch);
            } else {
                timers.set(new AutomationTimer(key, at, since, account), batch);
            }
        }
    }

    /** Returns the next waiting timer, or null. */
    @Nullable
    AutomationTimer nextTimer(EntryReader store) {
        return timers.next(store);
    }

    /**
     * Handles the timers that are due at a time, in the order of time and key. One commit contains a limited number of
     * them.
     *
     * @return whether all of them were handled
     */
    boolean handleTimers(long until, EntryChanges batch) {
        if (!reactions.haveTimers()) {
            return true;
        }
        for (AutomationTimer next = timers.next(batch); next != null && next.at() <= until; next = timers.next(batch)) {
            if (timersInCommit >= MAX_TIMERS_PER_COMMIT) {
                return false;
            }
            timers.remove(next, batch);
            handle(next, 1, batch);
        }
        timersReached = Math.max(timersReached, until);
        return true;
    }

    /** Handles a due timer. One that cannot be handled becomes a dead letter and blocks nothing else. */
    private void handle(AutomationTimer timer, int attempts, EntryChanges batch) {
        timersInCommit++;
        ProcessContext process = new ProcessContext(automation, reactions, position, timer, batch);
        try {
            reactions.react(new DueTimer(timer.key(), Instant.ofEpochMilli(timer.at())), process);
        } catch (RuntimeException fault) {
            String cause = cause(fault, "handle a timer after " + position);
            addLetter(new OfTimer(position, timer, cause, attempts), batch);
            return;
        }
        process.changes().mergeInto(batch);
        // A timer that it sets is part of what the same event caused.
        changeTimers(process, timer.since(), timer.account(), batch);
        timersInCommit += Math.max(0, process.commands().size() - 1);
        if (!token.contains(timer)) {
            addToOutbox(process.commands(), batch);
        }
    }

    private void addToOutbox(List<OutboxCommand> named, EntryChanges batch) {
        for (OutboxCommand command : named) {
            outbox.add(command);
            write(batch, command.key(), command);
        }
    }

    /**
     * Continues each long work by one step, unless too many of its commands are open.
     *
     * @param log reads the log up to the last event that was folded
     * @return whether any work was continued
     */
    boolean continueWork(LogReader log, EntryChanges batch) {
        boolean moved = false;
        for (LongWork work : List.copyOf(longWorks.values())) {
            boolean hasRoom = work.isReplay()
                    ? outbox.sendable() < MAX_SENDABLE_PER_REPLAY
                    : outbox.openCommands(work.position()) < MAX_OPEN_PER_WORK;
            if (hasRoom && !deadLetters.containsKey(AutomationDeadLetter.key(work.position(), 0, null))) {
                continueWork(work, log, batch);
                moved = true;
            }
        }
        return moved;
    }

    private void continueWork(LongWork work, LogReader log, EntryChanges batch) {
        ProcessContext process = work.isReplay()
                ? ProcessContext.ofReplay(automation, reactions, work.position(), log, batch)
                : new ProcessContext(automation, reactions, work.position(), batch);
        String next;
        try {
            next = automation.continueLongWork(work.cursor(), process);
            if (!process.timers().isEmpty()) {
                throw new IllegalStateException("A step of long work sets no timers");
            }
        } catch (RuntimeException fault) {
            String cause = cause(fault, "lead on " + work.position());
            addLetter(new OfWork(work.position(), work.account(), cause, 1), batch);
            return;
        }
        process.changes().mergeInto(batch);
        addToOutbox(
                process.commands().stream()
                        .filter(command -> !token.contains(command.position()))
                        .toList(),
                batch);
        if (next == null) {
            longWorks.remove(work.position());
            batch.remove(work.key());
        } else {
            LongWork further = work.at(next);
            longWorks.put(further.position(), further);
            write(batch, further.key(), further);
        }
    }

    /** Records that the command was decided. */
    void delivered(OutboxCommand command, EntryChanges batch) {
        delivered++;
        complete(command, batch);
    }

    /** Records that a rule refused the command. This is an outcome, stored with its reason. */
    void refused(OutboxCommand command, Refusal refusal, Instant at, EntryChanges batch) {
        refused++;
        complete(command, batch);
        var refusedCommand = new RefusedCommand(
                command.position(),
                command.ordinal(),
                command.account(),
                command.command(),
                refusal.kind().name(),
                refusal.type(),
                at,
                command.timer());
        write(batch, refusedCommand.key(), refusedCommand);
        refusals.add(refusedCommand.key());
        while (refusals.size() > MAX_REFUSALS) {
            batch.remove(refusals.remove());
        }
    }

    private void complete(OutboxCommand command, EntryChanges batch) {
        outbox.complete(command);
        batch.remove(command.key());
        removeLetter(idOf(command), batch);
    }

    private static String idOf(OutboxCommand command) {
        return AutomationDeadLetter.key(command.position(), command.ordinal(), command.timer());
    }

    /**
     * Records that the command failed with a fault. It becomes a dead letter, and the commands of its key wait for it.
     */
    void fail(OutboxCommand command, Throwable fault, EntryChanges batch) {
        ProcessDeadLetter before = deadLetters.get(idOf(command));
        String cause = cause(fault, "send " + command.position() + "/" + command.ordinal());
        outbox.block(command.orderKey());
        addLetter(
                new OfCommand(
                        command.position(),
                        command.ordinal(),
                        command.account(),
                        command.orderKey(),
                        cause,
                        before == null ? 1 : before.attempts() + 1,
                        command.timer()),
                batch);
    }

    private String cause(Throwable fault, String what) {
        if (fault instanceof StoreUnavailable || fault instanceof SqliteFailure || fault instanceof NotOwner) {
            throw (RuntimeException) fault;
        }
        // The message of a fault may be personal.
        LOG.error(
                "{} could not {}: {}", automation.name(), what, fault.getClass().getName());
        return fault.getClass().getSimpleName();
    }

    /**
     * Tries a dead letter again, and then the events or commands that wait for it.
     *
     * @param events reads one event of the log
     */
    void retry(String id, LongFunction<RecordedEvent> events, EntryChanges batch) {
        switch (deadLetters.get(id)) {
            case null -> {}
            case OfCommand command -> outbox.unblock(command.orderKey());
            case OfTimer timer -> {
                removeLetter(id, batch);
                handle(timer.timer(), timer.attempts() + 1, batch);
            }
            case OfWork work -> removeLetter(id, batch);
            case OfEvent event -> foldAgain(event.stream(), events, batch);
        }
    }

    /** Folds the waiting events in order, up to the first that still cannot be folded. */
    private void foldAgain(String stream, LongFunction<RecordedEvent> events, EntryChanges batch) {
        for (ProcessDeadLetter letter : List.copyOf(deadLetters.values())) {
            if (!(letter instanceof OfEvent waiting) || !waiting.stream().equals(stream)) {
                continue;
            }
            RecordedEvent recordedEvent = events.apply(waiting.position());
            try {
                react(recordedEvent, batch);
            } catch (RuntimeException fault) {
                String cause = cause(fault, "fold " + waiting.position());
                addLetter(letter(recordedEvent, cause, waiting.attempts() + 1), batch);
                return;
            }
            removeLetter(letter, batch);
        }
    }
}
