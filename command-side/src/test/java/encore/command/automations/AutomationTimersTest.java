package encore.command.automations;

import static encore.command.Awaiting.await;
import static encore.command.Awaiting.pause;
import static encore.command.Awaiting.sleep;
import static encore.command.automations.CommandsInMemory.done;
import static encore.command.automations.CommandsInMemory.failed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandRequest;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.RefusedCommand;
import encore.kernel.Refusal;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionEvent;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timers of an automation that ends each connection 100 s after its last request, unless it is approved. */
class AutomationTimersTest {

    private static final String NAME = "EndsUnapproved";
    private static final long AFTER = 100_000;
    private static final long MARGIN = TimerClock.MARGIN.toMillis();

    private final LogInMemory log = new LogInMemory();
    private final CommandsInMemory commands = new CommandsInMemory();
    private final TokensInMemory marks = new TokensInMemory();
    private final EntriesInMemory store = new EntriesInMemory();
    private final EndsUnapproved automation = new EndsUnapproved();
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
    void the_command_of_a_due_timer_has_the_timer_s_id_and_the_event_that_set_it_as_cause() {
        log.appendAt(1_000, requested(1));
        log.appendAt(60_000, approved(9));
        await(() -> progress().position() == 2);
        assertThat(progress().timers()).isEqualTo(new AutomationProgress.Timers(1, 1_000 + AFTER));
        assertThat(commands.orders).isEmpty();
        log.appendAt(1_001 + AFTER, approved(9));
        await(() -> progress().delivered() == 1);
        CommandRequest request = commands.orders.getFirst();
        assertThat(request.requestId())
                .isEqualTo(id(1, 1_000 + AFTER))
                .isEqualTo(NAME + "/" + pair(1) + "@1970-01-01T00:01:41Z");
        assertThat(request.actor()).isEqualTo(NAME);
        assertThat(request.account()).isEqualTo(7);
        assertThat(request.minPosition()).isEqualTo(1);
        assertThat(request.command()).isEqualTo(new EndConnection(pair(1)));
        assertThat(progress()).isEqualTo(new AutomationProgress(3, 1, 0, 0, 0, null));
        assertThat(store.copy().keySet()).noneMatch(key -> key.startsWith("timer/"));
    }

    @Test
    void a_timer_comes_before_the_first_event_that_is_stamped_later_and_after_those_of_its_time() {
        store.elsewhere(true);
        log.appendAt(1_000, requested(1), requested(2));
        log.appendAt(1_000 + AFTER, approved(1));
        log.appendAt(1_001 + AFTER, approved(2));
        store.elsewhere(false);
        await(() -> progress().delivered() == 1);
        pause();
        assertThat(commands.ids()).containsExactly(id(2, 1_000 + AFTER));
    }

    @Test
    void on_an_idle_log_the_store_s_clock_counts_less_a_margin() {
        log.appendAt(1_000, requested(1));
        log.clock = 1_000 + AFTER + MARGIN - 1;
        pause();
        pause();
        assertThat(commands.orders).isEmpty();
        log.clock++;
        await(() -> progress().delivered() == 1);
        assertThat(commands.ids()).containsExactly(id(1, 1_000 + AFTER));
    }

    @Test
    void the_own_clock_makes_no_timer_due() {
        // This process's clock is ahead of the store's by fifty years.
        log.clock = 2_000;
        log.appendAt(1_000, requested(1));
        pause();
        pause();
        assertThat(commands.orders).isEmpty();
        assertThat(log.clockReads.get()).isLessThan(10);
    }

    @Test
    void a_cancelled_timer_never_comes_and_a_moved_one_at_its_new_time_only() {
        log.appendAt(1_000, requested(1), requested(2), requested(3));
        log.appendAt(50_000, approved(1), requested(2));
        log.appendAt(40_000 + AFTER, approved(9));
        await(() -> progress().delivered() == 1);
        assertThat(progress().timers()).isEqualTo(new AutomationProgress.Timers(1, 50_000 + AFTER));
        log.appendAt(60_000 + AFTER, approved(9));
        await(() -> progress().delivered() == 2);
        log.appendAt(60_000 + 10 * AFTER, approved(9));
        pause();
        assertThat(commands.ids()).containsExactly(id(3, 1_000 + AFTER), id(2, 50_000 + AFTER));
        assertThat(progress().timers()).isNull();
    }

    @Test
    void after_a_day_s_downtime_late_timers_come_once_in_their_order() {
        log.appendAt(3_000, requested(1));
        log.appendAt(3_500, requested(5), requested(4));
        log.appendAt(4_000, requested(2));
        log.appendAt(5_000, requested(3));
        await(() -> progress().position() == 5);
        runner.close();
        log.clock = Duration.ofDays(1).toMillis();
        runner = start();
        await(() -> progress().delivered() == 5);
        assertThat(commands.ids())
                .containsExactly(
                        id(1, 3_000 + AFTER),
                        id(4, 3_500 + AFTER),
                        id(5, 3_500 + AFTER),
                        id(2, 4_000 + AFTER),
                        id(3, 5_000 + AFTER));
    }

    @Test
    void a_command_on_its_way_is_sent_again_after_a_restart_under_its_id() {
        commands.answer = request -> new CompletableFuture<>();
        log.appendAt(1_000, requested(1), requested(2));
        log.appendAt(2_000 + AFTER, approved(9));
        await(() -> commands.orders.size() == 2);
        commands.answer = request -> done();
        restart();
        await(() -> progress().delivered() == 2);
        assertThat(commands.ids())
                .containsExactlyInAnyOrder(
                        id(1, 1_000 + AFTER), id(2, 1_000 + AFTER), id(1, 1_000 + AFTER), id(2, 1_000 + AFTER));
    }

    @Test
    void lost_documents_are_folded_again_and_no_timer_is_sent_again_also_none_of_an_idle_log() {
        log.appendAt(1_000, requested(1));
        log.appendAt(90_000, requested(2), requested(3));
        log.clock = 1_000 + AFTER + MARGIN;
        await(() -> marks.timersUntil(NAME).orElse(0) == 1_000 + AFTER);
        Map<String, String> before = store.copy();
        runner.close();
        store.lose();
        runner = start();
        await(() -> !store.copy().isEmpty()
                && progress().position() == 3
                && progress().timers() != null);
        pause();
        assertThat(commands.ids()).containsExactly(id(1, 1_000 + AFTER));
        Set<String> timers = new HashSet<>(before.keySet());
        timers.removeIf(key -> key.equals(AutomationProgress.KEY));
        assertThat(store.copy().keySet()).containsAll(timers);
        // Those that were not due yet come in their time.
        log.clock = 90_000 + AFTER + MARGIN;
        await(() -> progress().delivered() == 2);
        assertThat(commands.ids()).containsExactly(id(1, 1_000 + AFTER), id(2, 90_000 + AFTER), id(3, 90_000 + AFTER));
        await(() -> marks.timersUntil(NAME).orElse(0) == 90_000 + AFTER);
        runner.close();
        store.lose();
        runner = start();
        await(() -> !store.copy().isEmpty()
                && progress().position() == 3
                && progress().timers() == null);
        pause();
        assertThat(commands.orders).hasSize(3);
    }

    @Test
    void a_timer_for_a_time_that_is_over_comes_at_once_although_the_mark_is_beyond_it() {
        log.appendAt(1_000, requested(1));
        log.clock = 10_000 + AFTER + MARGIN;
        await(() -> marks.timersUntil(NAME).orElse(0) == 10_000 + AFTER);
        // The writer's clock is behind the store's by more than the margin.
        commands.answer = request -> new CompletableFuture<>();
        log.appendAt(5_000, requested(2));
        await(() -> commands.orders.size() == 2);
        sleep(Duration.ofMillis(1_500));
        runner.close();
        store.lose();
        commands.answer = request -> done();
        runner = start();
        await(() -> progress().delivered() == 1);
        assertThat(commands.ids()).containsExactly(id(1, 1_000 + AFTER), id(2, 5_000 + AFTER), id(2, 5_000 + AFTER));
        await(() -> marks.position(NAME).orElse(0) == 2);
        runner.close();
        store.lose();
        runner = start();
        await(() -> !store.copy().isEmpty() && progress().position() == 2);
        pause();
        assertThat(commands.orders).hasSize(3);
    }

    @Test
    void a_refusal_and_a_fault_are_reported_with_the_timer_and_a_retry_goes_on() {
        commands.answer = request -> request.requestId().contains(pair(1).toString())
                ? failed(new Refusal(Refusal.Kind.RULE, "not-so", "Not so."))
                : failed(new IllegalStateException("with something personal"));
        log.appendAt(1_000, requested(1), requested(2));
        log.appendAt(2_000 + AFTER, approved(9));
        await(() -> progress().refused() == 1 && progress().letters() == 1);
        RefusedCommand refusal =
                read(store.list(RefusedCommand.PREFIX, null, 9).getFirst().value(), RefusedCommand.class);
        assertThat(refusal.timer().id()).isEqualTo(pair(1) + "@1970-01-01T00:01:41Z");
        AutomationTimer timer = new AutomationTimer(pair(2).toString(), 1_000 + AFTER, 2, 7);
        AutomationDeadLetter letter = letter();
        assertThat(letter).isEqualTo(new AutomationDeadLetter(2, 1, 7, timer.key(), "IllegalStateException", 1, timer));
        // While it is open, the mark stays before it.
        sleep(Duration.ofMillis(1_500));
        assertThat(marks.timersUntil(NAME).orElse(0)).isLessThan(1_000 + AFTER);
        restart();
        pause();
        commands.answer = request -> done();
        store.addNote(OperatorNotes.retry(letter.id()));
        await(() -> progress().delivered() == 1);
        assertThat(progress().letters()).isZero();
        assertThat(commands.ids()).containsExactly(id(1, 1_000 + AFTER), id(2, 1_000 + AFTER), id(2, 1_000 + AFTER));
    }

    @Test
    void a_timer_that_cannot_be_handled_holds_up_nothing_until_it_is_tried_again_moved_or_cancelled() {
        automation.broken = true;
        log.appendAt(1_000, requested(1), requested(2), requested(3));
        log.appendAt(2_000 + AFTER, approved(9));
        await(() -> progress().letters() == 3);
        automation.broken = false;
        restart();
        log.appendAt(3_000 + AFTER, approved(1), requested(2), requested(4));
        await(() -> progress().letters() == 1);
        store.addNote(OperatorNotes.retry(letter().id()));
        await(() -> progress().delivered() == 1);
        assertThat(commands.ids()).containsExactly(id(3, 1_000 + AFTER));
        log.appendAt(4_000 + 2 * AFTER, approved(9));
        await(() -> progress().delivered() == 3);
        assertThat(commands.ids())
                .containsExactly(id(3, 1_000 + AFTER), id(2, 3_000 + 2 * AFTER), id(4, 3_000 + 2 * AFTER));
    }

    @Test
    void paused_or_elsewhere_no_timer_comes() {
        log.appendAt(1_000, requested(1));
        await(() -> progress().timers() != null);
        store.addNote(OperatorNotes.PAUSE);
        restart();
        log.clock = 2 * AFTER;
        pause();
        store.removeNote(OperatorNotes.PAUSE);
        store.elsewhere(true);
        pause();
        assertThat(commands.orders).isEmpty();
        store.elsewhere(false);
        await(() -> progress().delivered() == 1);
    }

    @Test
    void one_commit_handles_a_limited_number_of_timers() {
        log.appendAt(
                1_000, IntStream.range(0, 1_700).mapToObj(i -> requested(i)).toArray(ConnectionEvent[]::new));
        log.appendAt(2_000 + AFTER, approved(9_000));
        await(() -> progress().delivered() == 1_700);
        assertThat(store.mostSent).isEqualTo(500);
        assertThat(Set.copyOf(commands.ids())).hasSize(1_700);
        assertThat(commands.orders).hasSize(1_700);
    }

    @Test
    void many_waiting_timers_cost_nothing_at_rest() {
        for (int i = 0; i < 20; i++) {
            int from = i * 1_000;
            log.appendAt(
                    1_000 + i,
                    IntStream.range(from, from + 1_000)
                            .mapToObj(j -> requested(j))
                            .toArray(ConnectionEvent[]::new));
        }
        await(() -> progress().position() == 20_000);
        assertThat(progress().timers()).isEqualTo(new AutomationProgress.Timers(20_000, 1_000 + AFTER));
        restart();
        await(() -> log.clockReads.get() > 0);
        sleep(Duration.ofMillis(300));
        int reads = store.reads();
        pause();
        assertThat(store.reads()).isEqualTo(reads);
    }

    @Test
    void a_timer_does_a_part_and_sets_another_for_the_rest_which_is_never_before_itself() {
        automation.steps = 3;
        log.appendAt(1_000, requested(1));
        log.appendAt(2_000 + AFTER, approved(9));
        await(() -> progress().delivered() == 3);
        assertThat(commands.ids())
                .containsExactly(
                        id(1, 1_000 + AFTER),
                        id(1, 1_000 + AFTER) + "/2",
                        NAME + "/" + pair(1) + "/rest@1970-01-01T00:01:41Z");
    }

    @Test
    void tests_of_features_let_time_pass() {
        var test = new AutomationUnderTest(automation)
                .at(Instant.ofEpochMilli(1_000))
                .when(requested(1), requested(2))
                .at(Instant.ofEpochMilli(50_000))
                .when(requested(2));
        assertThat(test.timer(pair(2).toString())).isEqualTo(Instant.ofEpochMilli(50_000 + AFTER));
        test.at(Instant.ofEpochMilli(999 + AFTER)).expect();
        test.at(Instant.ofEpochMilli(1_000 + AFTER)).expect(new EndConnection(pair(1)));
        test.when(approved(2)).at(Instant.ofEpochMilli(2 * AFTER)).expect(new EndConnection(pair(1)));
        assertThat(test.requests()).containsExactly(pair(1) + "@1970-01-01T00:01:41Z/1");
    }

    @Test
    void timers_are_declared_have_short_keys_and_are_not_set_in_steps() {
        EntryChanges entries = new EntryChanges(new EntriesInMemory());
        Reactions without = Reactions.of(EndConnection.class);
        ProcessContext undeclared = new ProcessContext(automation, without, 1, entries);
        assertThatThrownBy(() -> undeclared.at(Instant.EPOCH, "a")).hasMessageContaining("does not declare");
        ProcessContext process = new ProcessContext(automation, automation.reactions(), 1, entries);
        for (String key : List.of("", "a b", "a@b", "\u00e9", "a\n", "a".repeat(201))) {
            assertThatThrownBy(() -> process.at(Instant.EPOCH, key)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(process.timer("a")).isNull();
        process.at(Instant.ofEpochMilli(7), "a");
        assertThat(process.timer("a")).isEqualTo(Instant.ofEpochMilli(7));
        process.cancel("a");
        assertThat(process.timer("a")).isNull();
        assertThatThrownBy(() -> automation.reactions().onTimer((timer, context) -> {}))
                .isInstanceOf(IllegalArgumentException.class);
        AutomationTimer due = new AutomationTimer("a", 1, 1, 7);
        ProcessContext ofTimer = new ProcessContext(automation, automation.reactions(), 1, due, entries);
        assertThatThrownBy(() -> ofTimer.beginLongWork("x")).isInstanceOf(IllegalStateException.class);
        automation.timerInStep = true;
        log.appendAt(1_000, requested(1));
        await(() -> progress().letters() == 1);
        assertThat(progress().timers()).isNull();
    }

    /** Restarts, changes of owner, power cuts and lost documents at any moment, and answers that are lost. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void whatever_stops_it_each_due_timer_is_honoured_and_no_other(long seed) {
        Random random = new Random(seed);
        Set<String> honoured = new HashSet<>();
        commands.answer = request -> {
            if (ThreadLocalRandom.current().nextInt(4) == 0) {
                return failed(new Refusal(Refusal.Kind.UNAVAILABLE, "not-stored", "Again."));
            }
            synchronized (honoured) {
                honoured.add(request.requestId());
            }
            return done();
        };
        Map<Long, Long> due = new TreeMap<>();
        Set<String> expected = new HashSet<>();
        Map<String, String> earlier = store.copy();
        long now = 1_000;
        for (int round = 0; round < 120; round++) {
            now += 1 + random.nextInt(20_000);
            // As the reactions do: those that are due before this event's stamp have come.
            long stamp = now;
            due.entrySet()
                    .removeIf(each -> each.getValue() < stamp && expected.add(id(each.getKey(), each.getValue())));
            List<ConnectionEvent> events = new ArrayList<>();
            for (int i = random.nextInt(4); i >= 0; i--) {
                long pair = random.nextInt(40);
                if (random.nextInt(3) == 0) {
                    due.remove(pair);
                    events.add(approved(pair));
                } else {
                    due.put(pair, now + AFTER);
                    events.add(requested(pair));
                }
            }
            log.appendAt(now, events.toArray(ConnectionEvent[]::new));
            switch (random.nextInt(12)) {
                case 0 -> restart();
                case 1 -> {
                    store.elsewhere(true);
                    sleep(Duration.ofMillis(random.nextInt(30)));
                    store.elsewhere(false);
                }
                case 2 -> {
                    runner.close();
                    store.replace(earlier);
                    runner = start();
                }
                case 3 -> earlier = store.copy();
                case 4 -> {
                    runner.close();
                    store.lose();
                    earlier = Map.of();
                    runner = start();
                }
                default -> sleep(Duration.ofMillis(random.nextInt(20)));
            }
        }
        due.forEach((pair, at) -> expected.add(id(pair, at)));
        log.clock = now + 2 * AFTER;
        await(() -> {
            synchronized (honoured) {
                return honoured.containsAll(expected);
            }
        });
        pause();
        synchronized (honoured) {
            assertThat(honoured).isEqualTo(expected);
        }
        await(() -> marks.timersUntil(NAME).orElse(0) >= log.now);
        await(() -> marks.position(NAME).orElse(0) == log.head() && progress().outbox() == 0);
        int sent = commands.orders.size();
        runner.close();
        store.lose();
        runner = start();
        await(() -> !store.copy().isEmpty() && progress().position() == log.head());
        pause();
        assertThat(commands.orders).hasSize(sent);
    }

    private void restart() {
        runner.close();
        runner = start();
    }

    private AutomationProgress progress() {
        return ProcessState.progress(store);
    }

    private AutomationDeadLetter letter() {
        return read(store.list(AutomationDeadLetter.PREFIX, null, 9).getFirst().value(), AutomationDeadLetter.class);
    }

    private static <T> T read(String json, Class<T> type) {
        return EventJson.mapper().readValue(json, type);
    }

    private static String id(long number, long at) {
        return NAME + "/" + pair(number) + "@" + Instant.ofEpochMilli(at);
    }

    private static ConnectionId pair(long number) {
        return ConnectionId.between(7, number, 100_000);
    }

    private static ConnectionRequested requested(long number) {
        return new ConnectionRequested(pair(number), number);
    }

    private static ConnectionApproved approved(long number) {
        return new ConnectionApproved(pair(number));
    }

    private static final class EndsUnapproved implements Automation {

        volatile boolean broken;
        volatile int steps;
        volatile boolean timerInStep;

        record Pending(ConnectionId connection) {}

        @Override
        public Reactions reactions() {
            return Reactions.of(EndConnection.class)
                    .keeping(Pending.class)
                    .on(ConnectionRequested.class, this::requested)
                    .on(ConnectionApproved.class, (event, at, process) -> {
                        process.cancel(event.connection().toString());
                        process.remove(Pending.class, event.connection().toString());
                    })
                    .onTimer(this::due);
        }

        private void requested(ConnectionRequested event, RecordedEvent recordedEvent, ProcessContext process) {
            String key = event.connection().toString();
            process.put(key, new Pending(event.connection()));
            if (timerInStep) {
                process.beginLongWork(key);
            } else {
                process.at(recordedEvent.at().plusMillis(AFTER), key);
            }
        }

        private void due(DueTimer timer, ProcessContext process) {
            if (broken) {
                throw new IllegalStateException("with something personal");
            }
            String key = timer.key().replace("/rest", "");
            Pending pending = process.get(Pending.class, key);
            process.send(new EndConnection(pending.connection()));
            if (steps > 0 && !timer.key().endsWith("/rest")) {
                process.send(new EndConnection(pending.connection()));
                process.at(Instant.EPOCH, key + "/rest");
            } else {
                process.remove(Pending.class, key);
            }
        }

        @Override
        public String continueLongWork(String cursor, ProcessContext process) {
            process.at(Instant.EPOCH, cursor);
            return null;
        }
    }
}
