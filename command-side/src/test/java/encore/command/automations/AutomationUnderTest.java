package encore.command.automations;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.Recorded;
import encore.infra.eventstore.codec.Json;
import encore.infra.eventstore.process.Changes;
import encore.infra.eventstore.process.Outgoing;
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

    public AutomationUnderTest when(Event... events) {
        for (Event event : events) {
            fold(event);
        }
        return this;
    }

    private void fold(Event event) {
        Changes batch = new Changes(entries);
        ProcessContext process = new ProcessContext(automation, automation.reactions(), ++position, batch);
        automation
                .reactions()
                .react(
                        new Recorded(
                                event,
                                position,
                                Instant.EPOCH,
                                "any",
                                0,
                                new Recorded.Origin(ACCOUNT, "key-1", "Any", "any")),
                        process);
        commit(process, batch);
        var work = process.begun(ACCOUNT);
        for (String cursor = work == null ? null : work.cursor(); cursor != null; ) {
            batch = new Changes(entries);
            process = new ProcessContext(automation, automation.reactions(), position, batch);
            cursor = automation.step(cursor, process);
            commit(process, batch);
        }
    }

    private void commit(ProcessContext process, Changes batch) {
        process.changes().join(batch);
        entries.commit(batch.all());
        for (Outgoing outgoing : process.named()) {
            requests.add(outgoing.position() + "/" + outgoing.ordinal());
            named.add(Json.mapper()
                    .treeToValue(outgoing.body(), automation.reactions().command(outgoing.command())));
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
