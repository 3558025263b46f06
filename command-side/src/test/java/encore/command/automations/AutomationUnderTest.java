package encore.command.automations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OutboxCommand;
import encore.kernel.Command;
import encore.kernel.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Gives an automation events as they stand in the log, one after the other, and takes the commands that it names. */
public final class AutomationUnderTest {

    private static final long ACCOUNT = 7;

    private final Automation automation;
    private final Reactions reactions;
    private final EntriesInMemory entries = new EntriesInMemory();
    private final HeldEntries held;
    private final List<Command<?>> named = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private final Timers timers = new Timers(null);
    private final List<RecordedEvent> log = new ArrayList<>();
    private final List<LongWork> works = new ArrayList<>();
    private boolean isHeld;
    private Instant now = Instant.EPOCH;
    private long position;
    private String actor = "key-1";

    public AutomationUnderTest(Automation automation) {
        this.automation = automation;
        this.reactions = automation.reactions();
        this.held = new HeldEntries(entries, reactions.heldPrefixes());
    }

    /** Lets time pass up to the stamp of the next events: timers up to then are handled, in their order. */
    public AutomationUnderTest at(Instant then) {
        now = then;
        for (AutomationTimer due = timers.next(entries);
                due != null && due.at() <= now.toEpochMilli();
                due = timers.next(entries)) {
            EntryChanges batch = new EntryChanges(held);
            timers.remove(due, batch);
            ProcessContext process = new ProcessContext(automation, reactions, position, due, batch);
            reactions.react(new DueTimer(due.key(), Instant.ofEpochMilli(due.at())), process);
            commit(process, batch);
        }
        return this;
    }

    /** Returns the waiting timer of a key, or null. */
    public Instant timer(String key) {
        Long at = Timers.at(key, entries);
        return at == null ? null : Instant.ofEpochMilli(at);
    }

    /** Folds events, and forgets the commands that they lead to. */
    public AutomationUnderTest given(Event... events) {
        when(events);
        named.clear();
        requests.clear();
        return this;
    }

    /** Sets the sender of the events from here on. */
    public AutomationUnderTest by(String sender) {
        actor = sender;
        return this;
    }

    public AutomationUnderTest when(Event... events) {
        for (Event event : events) {
            fold(event);
        }
        return this;
    }

    private void fold(Event event) {
        RecordedEvent recordedEvent = new RecordedEvent(
                event,
                ++position,
                now,
                "any." + ACCOUNT,
                position - 1,
                new RecordedEvent.Origin(ACCOUNT, actor, "Any", "any"));
        log.add(recordedEvent);
        EntryChanges batch = new EntryChanges(held);
        ProcessContext process = new ProcessContext(automation, reactions, position, batch);
        reactions.react(recordedEvent, process);
        commit(process, batch);
        var work = process.longWork(ACCOUNT);
        if (work != null) {
            works.add(work);
        }
        while (!isHeld && !works.isEmpty()) {
            step();
        }
    }

    /** Lets long work wait for {@link #step} from here on, or finishes it. */
    public AutomationUnderTest holdingWork(boolean now) {
        isHeld = now;
        while (!isHeld && !works.isEmpty()) {
            step();
        }
        return this;
    }

    /** Continues each long work by one step. */
    public void step() {
        for (LongWork work : List.copyOf(works)) {
            EntryChanges batch = new EntryChanges(held);
            ProcessContext process = work.isReplay()
                    ? ProcessContext.ofReplay(automation, reactions, work.position(), this::read, batch)
                    : new ProcessContext(automation, reactions, work.position(), batch);
            String next = automation.continueLongWork(work.cursor(), process);
            commit(process, batch);
            works.remove(work);
            if (next != null) {
                works.add(work.at(next));
            }
        }
    }

    private EventPage<RecordedEvent> read(long after, int limit) {
        int end = (int) Math.min(log.size(), after + limit);
        return new EventPage<>(List.copyOf(log.subList((int) after, end)), end);
    }

    /** Returns an automation that has lost its documents and folds the same log again. */
    public AutomationUnderTest again() {
        AutomationUnderTest again = new AutomationUnderTest(automation);
        for (RecordedEvent recordedEvent : log) {
            again.at(recordedEvent.at()).when(recordedEvent.event());
        }
        return again;
    }

    /** Returns the keys of the entries in the store. */
    public List<String> entries() {
        return List.copyOf(entries.entries.keySet());
    }

    private void commit(ProcessContext process, EntryChanges batch) {
        process.changes().mergeInto(batch);
        process.timers().forEach((key, at) -> {
            if (at == null) {
                timers.cancel(key, batch);
            } else {
                timers.set(new AutomationTimer(key, at, position, ACCOUNT), batch);
            }
        });
        entries.commit(batch.all());
        held.committed(batch.all());
        for (OutboxCommand command : process.commands()) {
            AutomationTimer timer = command.timer();
            requests.add((timer == null ? command.position() : timer.id()) + "/" + command.ordinal());
            named.add(EventJson.mapper().treeToValue(command.body(), reactions.command(command.command())));
        }
    }

    public void expect(Command<?>... commands) {
        assertThat(named).containsExactly(commands);
        assertThat(requests).doesNotHaveDuplicates();
    }

    public List<Command<?>> named() {
        assertThat(requests).doesNotHaveDuplicates();
        return List.copyOf(named);
    }

    /** Position (or timer) and ordinal of each request's id. */
    public List<String> requests() {
        return List.copyOf(requests);
    }
}
