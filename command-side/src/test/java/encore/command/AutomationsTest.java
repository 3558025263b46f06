package encore.command;

import static encore.command.Awaiting.await;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.Automations;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.OperatorNotes;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.testmongo.MongoForTests;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionEvent.ConnectionEnded;
import encore.kernel.connections.ConnectionEvent.ConnectionRequested;
import encore.kernel.connections.ConnectionId;
import encore.kernel.fans.FanCommand.EraseFan;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.util.List;
import org.axonframework.spring.config.SpringAxonConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The automations on the whole command side: what becomes of an erased fan's connections in the log. */
class AutomationsTest {

    private static final String NAME = "WhenFanErasedThenEndConnections";

    @TempDir
    Path directory;

    @Test
    void each_connection_of_an_erased_fan_ends_once_caused_by_the_erasure() {
        try (var side = new CommandSideOnDisk(directory)) {
            FanId fan = connected(side, 1, 20);
            side.send(new EraseFan(fan));
            await(() -> side.events(ConnectionEnded.class).size() == 20);
            long erased = side.events().stream()
                    .filter(one -> one.event() instanceof FanErased)
                    .findFirst()
                    .orElseThrow()
                    .position();
            List<RecordedEvent> ended = side.events(ConnectionEnded.class);
            assertThat(ended).extracting(RecordedEvent::stream).doesNotHaveDuplicates();
            assertThat(ended).allSatisfy(one -> {
                assertThat(one.origin().actor()).isEqualTo(NAME);
                assertThat(one.origin().command()).isEqualTo("EndConnection");
            });
            assertThat(side.log.read(erased, 1_000).stream()
                            .filter(one -> one.type().equals("connection_ended"))
                            .map(one -> new String(one.metadata(), StandardCharsets.UTF_8)))
                    .hasSize(20)
                    .allMatch(metadata -> metadata.contains("\"cause\":" + erased));
        }
    }

    @Test
    void on_a_log_that_knows_of_no_automation_it_does_what_is_left_to_do() throws Exception {
        try (var side = new CommandSideOnDisk(directory)) {
            side.send(new EraseFan(connected(side, 1, 3)));
            await(() -> side.events(ConnectionEnded.class).size() == 3);
            side.bean(ProcessStores.class).open(NAME).addNote(OperatorNotes.PAUSE);
            Thread.sleep(1_000);
            side.send(new EraseFan(connected(side, 2, 2)));
        }
        // As the version before would have left it: no mark, no documents.
        try (var log = DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("events.db"));
                var statement = log.createStatement()) {
            statement.execute("DELETE FROM tokens");
        }
        Files.delete(directory.resolve("automations/" + NAME + ".db"));
        try (var side = new CommandSideOnDisk(directory)) {
            await(() -> side.events(ConnectionEnded.class).size() == 5);
            assertThat(side.events(ConnectionEnded.class))
                    .extracting(RecordedEvent::stream)
                    .doesNotHaveDuplicates();
        }
    }

    /** Otherwise what a kill left to be sent is, now and then, a fault, and its connections never end. */
    @Test
    void none_sends_a_command_before_axon_knows_who_handles_it() {
        try (var side = new CommandSideOnDisk(directory)) {
            assertThat(side.bean(Automations.class).getPhase()).isGreaterThan(SpringAxonConfiguration.LIFECYCLE_PHASE);
        }
    }

    @Test
    void of_two_nodes_one_runs_it_and_the_other_takes_over() {
        String uri = MongoForTests.uri();
        var one = CommandSideOnDisk.onMongo(uri);
        try (var other = CommandSideOnDisk.onMongo(uri)) {
            FanId first = connected(one, 1, 10);
            other.send(new EraseFan(first));
            await(() -> other.events(ConnectionEnded.class).size() == 10);
            FanId second = connected(one, 2, 10);
            one.close();
            other.send(new EraseFan(second));
            await(() -> other.events(ConnectionEnded.class).size() == 20);
            assertThat(other.events(ConnectionEnded.class))
                    .extracting(RecordedEvent::stream)
                    .doesNotHaveDuplicates();
        }
    }

    /** A fan with so many connections, every second one approved. */
    private static FanId connected(CommandSideOnDisk side, long number, int connections) {
        FanId fan = side.registerFan(number, "fan" + number + "@example.com");
        for (int i = 0; i < connections; i++) {
            FanId other = side.registerFan(number * 1_000 + i, "fan" + number + "." + i + "@example.com");
            ConnectionId pair = ConnectionId.between(7, fan.number(), other.number());
            side.send(new RequestConnection(pair, fan.number()));
            if (i % 2 == 0) {
                side.send(new ApproveConnection(pair, other.number()));
            }
        }
        assertThat(side.events().stream().filter(one -> one.event() instanceof ConnectionRequested))
                .hasSizeGreaterThanOrEqualTo(connections);
        return fan;
    }
}
