package encore.infra.eventstore.axon;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.fans.FanEvent;
import encore.kernel.networks.NetworkEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An aggregate whose handler takes an interface folds every event of it. */
class SnapshotsOfInterfacesTest {

    private static final String FAN = "fan.7.42";

    @Test
    void a_state_is_personal_when_one_event_of_the_interface_is(@TempDir Path directory) {
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory)) {
            var codec = new EventCodec(EventCatalogue.load(), keys);
            var written = new ArrayList<Runnable>();
            var aggregateSnapshots =
                    new AggregateSnapshots(log, keys, codec, List.of(OfFan.class, OfNetworks.class), written::add);
            aggregateSnapshots.take(FAN, 0, 200, new OfFan(), Set.of()).run();
            assertThat(written).as("there is no key to seal it with").isEmpty();
            aggregateSnapshots
                    .take("networks.7", 0, 200, new OfNetworks(), Set.of())
                    .run();
            assertThat(written).as("needs no key").hasSize(1);
        }
    }

    @Test
    void an_inherited_handler_of_a_personal_event_keeps_snapshots_sealed(@TempDir Path directory) {
        try (var log = SqliteEventLog.open(directory);
                var keys = SqliteKeyStore.open(directory)) {
            var codec = new EventCodec(EventCatalogue.load(), keys);
            var written = new ArrayList<Runnable>();
            var aggregateSnapshots = new AggregateSnapshots(log, keys, codec, List.of(OfOneFan.class), written::add);
            aggregateSnapshots.take(FAN, 0, 200, new OfOneFan(), Set.of()).run();
            assertThat(written).as("there is no key to seal it with").isEmpty();
            keys.create(FAN);
            aggregateSnapshots.take(FAN, 0, 200, new OfOneFan(), Set.of(FAN)).run();
            assertThat(written).as("sealed").hasSize(1);
        }
    }

    static class OfFan {

        private @Nullable String last;

        @EventSourcingHandler
        void evolve(FanEvent event) {
            last = event.toString();
        }
    }

    static class OfOneFan extends OfFan {}

    static class OfNetworks {

        private @Nullable String last;

        @EventSourcingHandler
        void evolve(NetworkEvent event) {
            last = event.toString();
        }
    }
}
