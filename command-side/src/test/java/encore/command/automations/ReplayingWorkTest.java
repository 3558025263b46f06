package encore.command.automations;

import static encore.command.Awaiting.await;
import static encore.command.automations.CommandsInMemory.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OperatorNotes;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import java.time.Clock;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Long work that reads the log (ADR 112). */
class ReplayingWorkTest {

    private final LogInMemory log = new LogInMemory();
    private final CommandsInMemory commands = new CommandsInMemory();
    private final TokensInMemory marks = new TokensInMemory();
    private final EntriesInMemory store = new EntriesInMemory();
    private final CountsRequests automation = new CountsRequests();
    private AutomationRunner runner = start();

    private AutomationRunner start() {
        AutomationRunner started = new AutomationRunner(automation, store, marks, log, commands, Clock.systemUTC());
        started.start();
        return started;
    }

    @AfterEach
    void stop() {
        runner.close();
    }

    @Test
    void steps_read_the_log_up_to_the_automation_and_send_under_the_events_that_they_read() {
        log.append(requested(1), requested(2), new ConnectionApproved(pair(1)), requested(3));
        await(() -> ProcessState.progress(store).delivered() == 3);
        assertThat(commands.ids())
                .containsExactlyInAnyOrder("CountsRequests@3/1", "CountsRequests@3/2", "CountsRequests@4/4");
        assertThat(store.list("work/", null, 9)).isEmpty();
        await(() -> marks.position("CountsRequests").equals(OptionalLong.of(4)));
    }

    @Test
    void lost_documents_are_made_again_and_what_was_delivered_is_not_sent_again() {
        log.append(requested(1), requested(2), new ConnectionApproved(pair(1)), requested(3));
        await(() -> marks.position("CountsRequests").equals(OptionalLong.of(4)));
        runner.close();
        assertThat(commands.orders).hasSize(3);
        store.lose();
        runner = start();
        await(() -> store.list("document/", null, 9).size() == 3);
        await(() -> store.list("work/", null, 9).isEmpty());
        log.append(requested(4), new ConnectionApproved(pair(1)));
        await(() -> marks.position("CountsRequests").equals(OptionalLong.of(6)));
        assertThat(commands.ids().subList(3, 7))
                .containsExactlyInAnyOrder(
                        "CountsRequests@6/1", "CountsRequests@6/2", "CountsRequests@6/4", "CountsRequests@6/5");
    }

    @Test
    void a_restart_goes_on_where_it_was() {
        commands.answer = request -> new CompletableFuture<>();
        log.append(requested(1), new ConnectionApproved(pair(1)));
        await(() -> commands.orders.size() == 1);
        runner.close();
        assertThat(marks.position("CountsRequests").orElse(0)).isLessThan(2);
        commands.answer = request -> done();
        runner = start();
        await(() -> marks.position("CountsRequests").equals(OptionalLong.of(2)));
        assertThat(commands.ids()).containsExactly("CountsRequests@2/1", "CountsRequests@2/1");
    }

    @Test
    void a_step_that_fails_waits_for_its_retry_and_holds_up_no_event() {
        automation.isBroken = true;
        log.append(requested(1), new ConnectionApproved(pair(1)));
        await(() -> ProcessState.progress(store).letters() == 1);
        log.append(requested(2));
        await(() -> ProcessState.progress(store).position() == 3);
        assertThat(store.list(LongWork.PREFIX, null, 9))
                .extracting(work -> EventJson.mapper()
                        .readValue(work.value(), LongWork.class)
                        .readTo())
                .containsExactly(0L);
        automation.isBroken = false;
        store.addNote(OperatorNotes.retry(AutomationDeadLetter.key(2, 0, null)));
        await(() -> ProcessState.progress(store).delivered() == 2);
    }

    @Test
    void only_such_work_reads_and_only_of_what_it_read_it_sends() {
        ProcessContext process = new ProcessContext(automation, automation.reactions(), 5, new EntryChanges(store));
        assertThatThrownBy(() -> process.read(0, 10)).hasMessageContaining("reads the log");
        assertThatThrownBy(() -> process.send(6, 1, new EndConnection(pair(1)), "key"))
                .hasMessageContaining("A command is of the event");
        assertThatThrownBy(() -> process.send(4, 1, new EndConnection(pair(1)), "key"))
                .hasMessageContaining("A command is of the event");
    }

    private static ConnectionId pair(long number) {
        return ConnectionId.between(7, number, 10_000);
    }

    private static ConnectionRequested requested(long number) {
        return new ConnectionRequested(pair(number), number);
    }

    /** Reads, for each approval, all requests of the log, and ends them. */
    private static final class CountsRequests implements Automation {

        volatile boolean isBroken;
        private volatile long began;

        record Counted(long position) {}

        @Override
        public Reactions reactions() {
            return Reactions.of(EndConnection.class)
                    .keeping(Counted.class)
                    .withoutPersonalData()
                    .on(ConnectionRequested.class, (event, at, process) -> {})
                    .on(ConnectionApproved.class, (event, at, process) -> {
                        began = at.position();
                        process.beginReplay();
                    });
        }

        @Override
        public String continueLongWork(String cursor, ProcessContext process) {
            long after = Long.parseLong(cursor);
            if (isBroken) {
                throw new IllegalStateException();
            }
            EventPage<RecordedEvent> page = process.read(after, 2);
            for (RecordedEvent each : page.events()) {
                if (each.event() instanceof ConnectionRequested requested) {
                    process.put(Long.toString(each.position()), new Counted(each.position()));
                    process.send(
                            Math.max(began, each.position()),
                            each.position(),
                            new EndConnection(requested.connection()),
                            requested.connection().toString());
                }
            }
            return page.end() == after ? null : Long.toString(page.end());
        }
    }
}
