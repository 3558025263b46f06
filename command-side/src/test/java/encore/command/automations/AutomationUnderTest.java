package encore.command.automations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.OutboxCommand;
import encore.kernel.Command;
import encore.kernel.Event;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Gives an automation events as they stand in the log, one behind the other, and takes the commands that it names. */
public final class AutomationUnderTest {

    private static final long ACCOUNT = 7;

    private final Automation automation;
    private final EntriesInMemory entries = new EntriesInMemory();
    private final List<Command<?>> named = new ArrayList<>();
    private final List<String> requests = new ArrayList<>();
    private long position;
    private String actor = "key-1";

    public AutomationUnderTest(Automation automation) {
        this.automation = automation;
    }

    /** What was named for these is of no interest. */
    public AutomationUnderTest given(Event... events) {
        when(events);
        named.clear();
        requests.clear();
        return this;
    }

    /** Who sends what comes from here on. */
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
        EntryChanges batch = new EntryChanges(entries);
        ProcessContext process = new ProcessContext(automation, automation.reactions(), ++position, batch);
        automation
                .reactions()
                .react(
                        new RecordedEvent(
                                event,
                                position,
                                Instant.EPOCH,
                                "any",
                                position - 1,
                                new RecordedEvent.Origin(ACCOUNT, actor, "Any", "any")),
                        process);
        commit(process, batch);
        var work = process.longWork(ACCOUNT);
        for (String cursor = work == null ? null : work.cursor(); cursor != null; ) {
            batch = new EntryChanges(entries);
            process = new ProcessContext(automation, automation.reactions(), position, batch);
            cursor = automation.continueLongWork(cursor, process);
            commit(process, batch);
        }
    }

    private void commit(ProcessContext process, EntryChanges batch) {
        process.changes().mergeInto(batch);
        entries.commit(batch.all());
        for (OutboxCommand command : process.commands()) {
            requests.add(command.position() + "/" + command.ordinal());
            named.add(EventJson.mapper()
                    .treeToValue(command.body(), automation.reactions().command(command.command())));
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

    /** Where each stands: position and ordinal of its request's id. */
    public List<String> requests() {
        return List.copyOf(requests);
    }
}
