package encore.command.automations;

import static encore.command.Awaiting.await;
import static encore.command.Awaiting.pause;
import static encore.command.automations.CommandsInMemory.done;
import static encore.command.automations.CommandsInMemory.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandRequest;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.RefusedCommand;
import encore.kernel.Command;
import encore.kernel.Message;
import encore.kernel.Refusal;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.names.StoredName;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AutomationRunnerTest {

    private final LogInMemory log = new LogInMemory();
    private final CommandsInMemory commands = new CommandsInMemory();
    private final TokensInMemory marks = new TokensInMemory();
    private final EntriesInMemory store = new EntriesInMemory();
    private final EndsWhatIsRequested automation = new EndsWhatIsRequested();
    private AutomationRunner runner = start();

    private AutomationRunner start() {
        return start(automation);
    }

    private AutomationRunner start(Automation of) {
        AutomationRunner started = new AutomationRunner(of, store, marks, log, commands, Clock.systemUTC());
        started.start();
        return started;
    }

    @AfterEach
    void stop() {
        runner.close();
    }

    @Test
    void a_command_goes_out_under_the_event_s_position_decided_behind_it_and_is_delivered() {
        log.append(requested(1));
        await(() -> progress().delivered() == 1);
        CommandRequest request = commands.orders.getFirst();
        assertThat(request.requestId()).isEqualTo("EndsWhatIsRequested@1/1");
        assertThat(request.actor()).isEqualTo("EndsWhatIsRequested");
        assertThat(request.account()).isEqualTo(7);
        assertThat(request.minPosition()).isEqualTo(1);
        assertThat(request.command()).isEqualTo(new EndConnection(pair(1)));
        assertThat(progress()).isEqualTo(new AutomationProgress(1, 1, 0, 0, 0, null));
    }

    @Test
    void events_that_come_soon_behind_each_other_are_read_together() {
        commands.answer = request -> new CompletableFuture<>();
        int before = log.reads.get();
        long began = System.nanoTime();
        for (int i = 1; i <= 500; i++) {
            log.append(requested(i));
            LockSupport.parkNanos(100_000);
        }
        await(() -> progress().position() == 500 && progress().outbox() == 500);
        long millis = (System.nanoTime() - began) / 1_000_000;
        assertThat(log.reads.get() - before).isLessThan((int) (20 + millis / 5));
    }

    /** Other readers wait for a reader, so one that does not read now must leave. */
    @Test
    void the_log_is_read_by_a_reader_that_shares_and_leaves_while_the_automation_is_paused_or_ended() {
        log.append(requested(1));
        await(() -> progress().delivered() == 1 && log.openReaders.get() == 1);
        store.addNote(OperatorNotes.PAUSE);
        await(() -> log.openReaders.get() == 0);
        store.removeNote(OperatorNotes.PAUSE);
        log.append(requested(2));
        await(() -> progress().delivered() == 2 && log.openReaders.get() == 1);
        runner.close();
        assertThat(log.openReaders).hasValue(0);
    }

    @Test
    void one_of_each_key_is_on_its_way_and_other_keys_go_on() {
        commands.answer = request -> new CompletableFuture<>();
        log.append(requested(1), requested(1), requested(2));
        await(() -> commands.orders.size() == 2);
        assertThat(commands.sent()).containsExactlyInAnyOrder(pair(1), pair(2));
        pause();
        assertThat(commands.orders).hasSize(2);
        commands.answerFirst(pair(1));
        await(() -> commands.orders.size() == 3);
        assertThat(commands.orders.getLast().requestId()).isEqualTo("EndsWhatIsRequested@2/1");
    }

    @Test
    void an_event_that_cannot_be_decoded_is_a_letter_and_other_streams_go_on_until_a_build_knows_it() {
        log.append(requested(1));
        log.undecodable(pair(2));
        log.append(requested(2), requested(3));
        await(() -> progress().delivered() == 2 && progress().letters() == 2);
        assertThat(commands.sent()).containsExactlyInAnyOrder(pair(1), pair(3));
        AutomationDeadLetter automationDeadLetter =
                read(store.list(AutomationDeadLetter.PREFIX, null, 9).getFirst().value(), AutomationDeadLetter.class);
        assertThat(automationDeadLetter.position()).isEqualTo(2);
        assertThat(automationDeadLetter.cause()).isEqualTo("UndecodableEvent");

        log.events.set(1, LogInMemory.recorded(2, requested(2)));
        store.addNote(OperatorNotes.retry(automationDeadLetter.id()));
        await(() -> progress().delivered() == 4);
        assertThat(progress().letters()).isZero();
    }

    @Test
    void a_rule_s_no_is_an_outcome_that_is_kept_with_its_reason() {
        commands.answer = request -> failed(new Refusal(Refusal.Kind.RULE, "not-so", "Not so."));
        log.append(requested(1), requested(1));
        await(() -> progress().refused() == 2);
        assertThat(progress().outbox()).isZero();
        RefusedCommand kept =
                read(store.list(RefusedCommand.PREFIX, null, 9).getFirst().value(), RefusedCommand.class);
        assertThat(kept.reason()).isEqualTo("not-so");
        assertThat(kept.position()).isEqualTo(1);
    }

    @Test
    void a_command_refused_as_busy_or_changing_is_tried_again() {
        Map<String, Integer> tries = new ConcurrentHashMap<>();
        commands.answer = request -> switch (tries.merge(request.requestId(), 1, Integer::sum)) {
            case 1 -> failed(new Refusal(Refusal.Kind.CONFLICT, "concurrent-change", "Again."));
            case 2 -> failed(new Refusal(Refusal.Kind.UNAVAILABLE, "not-stored", "Again."));
            default -> done();
        };
        log.append(requested(1), requested(2));
        await(() -> progress().delivered() == 2);
        assertThat(tries.values()).containsExactly(3, 3);
        assertThat(progress().refused()).isZero();
    }

    @Test
    void a_command_that_breaks_holds_up_its_own_key_alone_until_it_is_tried_again() {
        commands.answer = request -> failed(new IllegalStateException("with something personal"));
        log.append(requested(1));
        await(() -> progress().letters() == 1);
        commands.answer = request -> done();
        log.append(requested(1), requested(2));
        await(() -> progress().delivered() == 1);
        assertThat(progress()).isEqualTo(new AutomationProgress(3, 1, 0, 2, 1, null));
        String letter = store.get(AutomationDeadLetter.key(1, 1, null));
        assertThat(read(letter, AutomationDeadLetter.class))
                .isEqualTo(new AutomationDeadLetter(1, 1, 7, pair(1).toString(), "IllegalStateException", 1, null));
        assertThat(letter).doesNotContain("personal");
        restart();
        pause();
        assertThat(progress().outbox()).isEqualTo(2);
        store.addNote(OperatorNotes.retry(AutomationDeadLetter.key(1, 1, null)));
        await(() -> progress().delivered() == 3);
        assertThat(progress()).isEqualTo(new AutomationProgress(3, 3, 0, 0, 0, null));
        assertThat(store.get(AutomationDeadLetter.key(1, 1, null))).isNull();
        assertThat(commands.sent()).containsExactly(pair(1), pair(2), pair(1), pair(1));
    }

    @Test
    void an_event_that_cannot_be_folded_holds_up_its_stream_alone_until_it_is_tried_again() {
        automation.broken = 1;
        log.append(requested(1), new ConnectionApproved(pair(1)), requested(1), requested(2));
        await(() -> progress().delivered() == 1);
        assertThat(commands.sent()).containsExactly(pair(2));
        assertThat(read(store.get(AutomationDeadLetter.key(1, 0, null)), AutomationDeadLetter.class)
                        .cause())
                .isEqualTo("IllegalStateException");
        assertThat(read(store.get(AutomationDeadLetter.key(3, 0, null)), AutomationDeadLetter.class)
                        .cause())
                .isEqualTo(AutomationDeadLetter.WAITING);
        store.addNote(OperatorNotes.retry(AutomationDeadLetter.key(1, 0, null)));
        await(() -> store.notes.isEmpty());
        await(() -> read(store.get(AutomationDeadLetter.key(1, 0, null)), AutomationDeadLetter.class)
                        .attempts()
                == 2);
        automation.broken = 0;
        store.addNote(OperatorNotes.retry(AutomationDeadLetter.key(1, 0, null)));
        await(() -> progress().delivered() == 3);
        assertThat(commands.sent()).containsExactly(pair(2), pair(1), pair(1));
        assertThat(progress().letters()).isZero();
    }

    @Test
    void only_undelivered_commands_are_sent_after_a_restart() {
        commands.answer = request -> request.requestId().contains("@2/") ? new CompletableFuture<>() : done();
        log.append(requested(1), requested(2), requested(3));
        await(() -> progress().delivered() == 2);
        commands.answer = request -> done();
        restart();
        await(() -> progress().delivered() == 3);
        assertThat(commands.sent()).containsExactlyInAnyOrder(pair(1), pair(2), pair(3), pair(2));
    }

    @Test
    void a_renamed_automation_sends_what_the_one_before_left_and_finds_its_documents() {
        commands.answer = request -> new CompletableFuture<>();
        log.append(requested(1), requested(2));
        await(() -> commands.orders.size() == 2);
        runner.close();
        commands.orders.clear();
        commands.answer = request -> done();
        Renamed renamed = new Renamed();
        runner = start(renamed);
        await(() -> progress().delivered() == 2);
        assertThat(commands.orders)
                .extracting(CommandRequest::requestId)
                .containsExactlyInAnyOrder("EndsWhatIsRequested@1/1", "EndsWhatIsRequested@2/1");
        assertThat(commands.orders).allMatch(request -> request.command() instanceof RenamedCommand);
        log.append(requested(1));
        await(() -> renamed.found == 1);
        // The document is stored by the commit that follows the reaction.
        await(() -> documents().size() == 3);
    }

    @Test
    void an_undeclared_type_is_neither_kept_nor_sent_and_names_are_unique() {
        EntriesInMemory entries = new EntriesInMemory();
        ProcessContext process = new ProcessContext(automation, automation.reactions(), 1, new EntryChanges(entries));
        assertThatThrownBy(() -> process.put("a", new Undeclared(1))).hasMessageContaining("keeps Undeclared");
        assertThatThrownBy(() -> process.get(Undeclared.class, "a")).hasMessageContaining("keeps Undeclared");
        assertThatThrownBy(() -> process.send(new RenamedCommand(pair(1))))
                .hasMessageContaining("does not declare this command in its reactions: EndConnection");
        assertThatThrownBy(() -> automation.reactions().keeping(Renamed.Found.class))
                .hasMessageContaining("are both stored as Seen");
    }

    @Test
    void lost_documents_are_folded_again_and_what_was_delivered_is_not_sent_again() {
        log.append(requested(1), requested(2));
        await(() -> marks.position("EndsWhatIsRequested").equals(OptionalLong.of(2)));
        Map<String, String> before = documents();
        assertThat(before).isNotEmpty();
        runner.close();
        store.lose();
        runner = start();
        await(() -> !store.entries.isEmpty() && progress().position() == 2);
        assertThat(documents()).isEqualTo(before);
        log.append(requested(3));
        await(() -> progress().delivered() == 1);
        assertThat(commands.sent()).containsExactlyInAnyOrder(pair(1), pair(2), pair(3));
    }

    @Test
    void documents_of_before_the_mark_send_nothing_of_what_was_delivered() {
        commands.answer = request -> new CompletableFuture<>();
        log.append(requested(1), requested(2));
        await(() -> commands.orders.size() == 2);
        runner.close();
        marks.advance("EndsWhatIsRequested", 1);
        commands.orders.clear();
        commands.answer = request -> done();
        runner = start();
        await(() -> progress().delivered() == 1);
        assertThat(commands.sent()).containsExactly(pair(2));
        assertThat(progress().outbox()).isZero();
    }

    @Test
    void paused_it_folds_and_sends_nothing() {
        store.addNote(OperatorNotes.PAUSE);
        restart();
        log.append(requested(1));
        pause();
        assertThat(commands.orders).isEmpty();
        store.removeNote(OperatorNotes.PAUSE);
        await(() -> progress().delivered() == 1);
    }

    @Test
    void long_work_goes_on_in_steps_while_other_events_go_on() {
        commands.answer = request -> request.requestId().contains("@1/") ? new CompletableFuture<>() : done();
        automation.workOf = 250;
        log.append(requested(1), requested(2));
        await(() -> progress().delivered() == 1);
        assertThat(commands.orders.size()).isLessThan(100);
        commands.answer = request -> done();
        commands.answerAll();
        await(() -> progress().delivered() == 251);
        assertThat(commands.orders).extracting(CommandRequest::requestId).doesNotHaveDuplicates();
        await(() -> marks.position("EndsWhatIsRequested").equals(OptionalLong.of(2)));
    }

    @Test
    void work_that_was_cut_off_goes_on_after_a_restart() {
        commands.answer = request -> new CompletableFuture<>();
        automation.workOf = 250;
        log.append(requested(1));
        await(() -> commands.orders.size() == 32);
        commands.answer = request -> done();
        restart();
        await(() -> progress().delivered() == 250);
        assertThat(Set.copyOf(commands.sent())).hasSize(250);
    }

    @Test
    void slow_reads_lose_no_lease_and_hold_up_no_command() {
        automation.readsPerEvent = 5;
        store.readTakes = 4;
        ConnectionEvent[] many = new ConnectionEvent[200];
        Arrays.setAll(many, i -> requested(i + 1));
        log.append(many);
        await(() -> !commands.orders.isEmpty());
        assertThat(progress().position()).isLessThan(200);
        automation.readsPerEvent = 0;
        await(() -> progress().delivered() == 200);
        assertThat(commands.sent()).doesNotHaveDuplicates();
        assertThat(Duration.ofNanos(store.longestSilence)).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void a_long_step_of_work_renews_the_lease_and_ends_when_another_process_goes_on() {
        automation.workOf = 60;
        automation.readsPerStep = 1_000;
        store.readTakes = 4;
        log.append(requested(1));
        await(() -> progress().delivered() == 60);
        assertThat(Duration.ofNanos(store.longestSilence)).isLessThan(Duration.ofSeconds(3));

        log.append(requested(2));
        await(() -> progress().delivered() == 61);
        automation.readsPerEvent = 100_000;
        log.append(requested(3));
        pause();
        store.elsewhere(true);
        pause();
        automation.readsPerEvent = 0;
        store.elsewhere(false);
        await(() -> progress().delivered() == 62);
    }

    @Test
    void another_process_goes_on_and_this_one_sends_nothing() {
        store.elsewhere(true);
        pause();
        log.append(requested(1));
        pause();
        assertThat(commands.orders).isEmpty();
        store.elsewhere(false);
        await(() -> commands.orders.size() == 1);
    }

    @Test
    void a_log_that_was_cut_short_is_not_started_over() {
        log.append(requested(1), requested(2));
        await(() -> progress().position() == 2);
        runner.close();
        log.events.removeLast();
        assertThatThrownBy(this::start)
                .isInstanceOf(StartRefused.class)
                .hasMessageContaining("ends at 1")
                .hasMessageContaining("has reached 2");
    }

    @Test
    void an_automation_without_timers_reads_and_writes_nothing_for_them() {
        log.append(requested(1), requested(2));
        await(() -> marks.position("EndsWhatIsRequested").equals(OptionalLong.of(2)));
        pause();
        int reads = store.reads();
        pause();
        pause();
        assertThat(store.reads()).isEqualTo(reads);
        assertThat(log.clockReads.get() + log.settledReads.get()).isZero();
        assertThat(marks.positions).containsOnlyKeys("EndsWhatIsRequested");
        assertThat(store.copy().keySet()).noneMatch(key -> key.startsWith("timer/"));
        assertThat(store.get(AutomationProgress.KEY))
                .isEqualTo("{\"position\":2,\"delivered\":2,\"refused\":0,\"outbox\":0,\"letters\":0}");
    }

    private void restart() {
        runner.close();
        runner = start();
    }

    private AutomationProgress progress() {
        return ProcessState.progress(store);
    }

    private Map<String, String> documents() {
        Map<String, String> found = new HashMap<>();
        store.list("document/", null, 100).forEach(entry -> found.put(entry.key(), entry.value()));
        return found;
    }

    private static <T> T read(String json, Class<T> type) {
        return EventJson.mapper().readValue(json, type);
    }

    private static ConnectionId pair(long number) {
        return ConnectionId.between(7, number, 10_000);
    }

    private static ConnectionRequested requested(long number) {
        return new ConnectionRequested(pair(number), number);
    }

    /** Ends each connection that is requested; or, as long work, many for the first event. */
    private static final class EndsWhatIsRequested implements Automation {

        volatile long broken;
        volatile int workOf;
        volatile int readsPerEvent;
        volatile int readsPerStep;

        record Seen(long position) {}

        @Override
        public Reactions reactions() {
            return Reactions.of(EndConnection.class).keeping(Seen.class).on(ConnectionRequested.class, this::requested);
        }

        private void requested(ConnectionRequested event, RecordedEvent recordedEvent, ProcessContext process) {
            process.put(event.connection() + "/" + recordedEvent.position(), new Seen(recordedEvent.position()));
            read(readsPerEvent, process);
            if (recordedEvent.position() == broken) {
                throw new IllegalStateException("with something personal");
            }
            if (workOf > 0 && recordedEvent.position() == 1) {
                process.beginLongWork("0");
            } else {
                process.send(new EndConnection(event.connection()));
            }
        }

        @Override
        public String continueLongWork(String cursor, ProcessContext process) {
            read(readsPerStep, process);
            int from = Integer.parseInt(cursor);
            int to = Math.min(workOf, from + 60);
            for (int i = from; i < to; i++) {
                process.send(i + 1, new EndConnection(pair(1_000 + i)));
            }
            return to == workOf ? null : Integer.toString(to);
        }

        private static void read(int times, ProcessContext process) {
            for (int i = 0; i < times; i++) {
                process.get(Seen.class, "none/" + i);
            }
        }
    }

    record Undeclared(long position) {}

    @StoredName("EndConnection")
    record RenamedCommand(ConnectionId connection) implements Command<Message> {
        @Override
        public ConnectionId stream() {
            return connection;
        }
    }

    /** As {@link EndsWhatIsRequested} in a build in which everything has another name. */
    @StoredName("EndsWhatIsRequested")
    private static final class Renamed implements Automation {

        volatile int found;

        @StoredName("Seen")
        record Found(long position) {}

        @Override
        public Reactions reactions() {
            return Reactions.of(RenamedCommand.class)
                    .keeping(Found.class)
                    .on(ConnectionRequested.class, this::requested);
        }

        private void requested(ConnectionRequested event, RecordedEvent recordedEvent, ProcessContext process) {
            process.put(event.connection() + "/" + recordedEvent.position(), new Found(recordedEvent.position()));
            if (new Found(1).equals(process.get(Found.class, event.connection() + "/1"))) {
                found++;
            }
        }
    }
}
