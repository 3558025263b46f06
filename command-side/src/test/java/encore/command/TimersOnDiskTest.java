package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.Automation;
import encore.command.automations.DueTimer;
import encore.command.automations.ProcessContext;
import encore.command.automations.Reactions;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.EndConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionApproved;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Timers on the whole command side, with its real log and its real stores. */
class TimersOnDiskTest {

    private static final String NAME = "EndsUnapproved";
    private static final Duration AFTER = Duration.ofSeconds(1);

    @TempDir
    Path directory;

    @Test
    void due_timers_are_honoured_once_and_cancelled_ones_never_over_restarts_and_lost_documents() throws Exception {
        try (var side = new CommandSideOnDisk(directory, new EndsUnapproved())) {
            List<ConnectionId> pairs = requested(side, 30, true);
            await(() -> progress(side).timers() != null);
            side.reopen();
            await(() -> side.events(ConnectionEnded.class).size() == 29);
            assertThat(side.events(ConnectionEnded.class))
                    .noneMatch(one -> one.stream().equals(pairs.getFirst().toString()));
            assertThat(side.events(ConnectionEnded.class))
                    .allSatisfy(one -> assertThat(one.origin().actor()).isEqualTo(NAME));
            long cause = side.events().stream()
                    .filter(one -> one.event() instanceof ConnectionRequested)
                    .skip(1)
                    .findFirst()
                    .orElseThrow()
                    .position();
            RecordedEvent first = side.events(ConnectionEnded.class).stream()
                    .filter(one -> one.stream().equals(pairs.get(1).toString()))
                    .findFirst()
                    .orElseThrow();
            assertThat(new String(
                            side.log.read(first.position() - 1, 1).getFirst().metadata(), StandardCharsets.UTF_8))
                    .contains("\"cause\":" + cause);
            await(() -> side.bean(TokenStore.class).position(NAME).orElse(0) >= first.position());
            assertThat(side.bean(TokenStore.class).timersUntil(NAME)).isPresent();
        }
        Files.delete(directory.resolve("automations/" + NAME + ".db"));
        try (var side = new CommandSideOnDisk(directory, new EndsUnapproved())) {
            await(() -> progress(side).position() == side.log.head());
            assertThat(progress(side).delivered()).isZero();
            assertThat(progress(side).timers()).isNull();
            assertThat(side.events(ConnectionEnded.class)).hasSize(29);
            // One that ended may be requested again, and its timer comes again.
            ConnectionId again = ConnectionId.between(CommandSideOnDisk.ACCOUNT, 1, 1_001);
            side.send(new RequestConnection(again, 1));
            await(() -> side.events(ConnectionEnded.class).size() == 30);
        }
    }

    @Test
    void of_two_nodes_the_other_goes_on_with_what_waits() {
        String uri = MongoForTests.uri();
        var one = CommandSideOnDisk.onMongo(uri, new EndsUnapproved());
        try (var other = CommandSideOnDisk.onMongo(uri, new EndsUnapproved())) {
            requested(one, 20, false);
            await(() -> progress(other).timers() != null
                    || !other.events(ConnectionEnded.class).isEmpty());
            one.close();
            await(() -> other.events(ConnectionEnded.class).size() == 20);
            await(() -> progress(other).outbox() == 0 && progress(other).timers() == null);
            assertThat(other.events(ConnectionEnded.class))
                    .extracting(RecordedEvent::stream)
                    .doesNotHaveDuplicates();
        }
    }

    /** @param isFirstApproved whether the first connection is approved at once: its timer would soon be due */
    private static List<ConnectionId> requested(CommandSideOnDisk side, int number, boolean isFirstApproved) {
        long first = side.registerFan(1, "fan@example.com").number();
        List<Long> others = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            others.add(side.registerFan(1_000 + i, "fan" + i + "@example.com").number());
        }
        List<ConnectionId> pairs = new ArrayList<>();
        for (long other : others) {
            ConnectionId pair = ConnectionId.between(CommandSideOnDisk.ACCOUNT, first, other);
            side.send(new RequestConnection(pair, first));
            if (isFirstApproved && pairs.isEmpty()) {
                side.send(new ApproveConnection(pair, other(pair)));
            }
            pairs.add(pair);
        }
        return pairs;
    }

    private static long other(ConnectionId pair) {
        return Math.max(pair.low(), pair.high());
    }

    private static AutomationProgress progress(CommandSideOnDisk side) {
        String kept = side.bean(ProcessStores.class).open(NAME).get(AutomationProgress.KEY);
        return kept == null ? AutomationProgress.NONE : EventJson.mapper().readValue(kept, AutomationProgress.class);
    }

    /** Ends a connection some time after its request, unless it was approved. */
    static final class EndsUnapproved implements Automation {

        record Pending(ConnectionId connection) {}

        @Override
        public Reactions reactions() {
            return Reactions.of(EndConnection.class)
                    .keeping(Pending.class)
                    .on(ConnectionRequested.class, (event, at, process) -> {
                        process.put(event.connection().toString(), new Pending(event.connection()));
                        process.at(at.at().plus(AFTER), event.connection().toString());
                    })
                    .on(
                            ConnectionApproved.class,
                            (event, at, process) ->
                                    process.cancel(event.connection().toString()))
                    .onTimer(EndsUnapproved::due);
        }

        private static void due(DueTimer timer, ProcessContext process) {
            Pending pending = process.get(Pending.class, timer.key());
            process.send(new EndConnection(pending.connection()));
            process.remove(Pending.class, timer.key());
        }
    }
}
