package encore.infra.eventstore.axon;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.eventstore.codec.EventCatalogue;
import encore.infra.eventstore.codec.EventCodec;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.keys.KeyStore;
import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.snapshots.AggregateSnapshots;
import encore.infra.eventstore.sqlite.SqliteEventLog;
import encore.infra.eventstore.sqlite.keys.SqliteKeyStore;
import encore.kernel.names.StoredName;
import encore.kernel.points.PointTypeId;
import encore.kernel.points.PointsEvent.PointTypeCreated;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.axonframework.eventhandling.DomainEventMessage;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots of an earlier build are read after the aggregate, or a type that it holds, was renamed or moved. */
class RenamedAggregateTest {

    private static final PointTypeId POINTS = new PointTypeId(7, "a");
    private static final String STREAM = POINTS.toString();

    abstract static class Folding {
        @EventSourcingHandler
        void evolve(PointTypeCreated event) {}
    }

    /** As the earlier build has it. */
    static class Ledger extends Folding {
        private PointTypeId id = new PointTypeId(7, "a");
        private Map<String, Entry> entries = Map.of("x", new Entry(3, Kind.AWARD));

        record Entry(long count, Kind kind) {}

        enum Kind {
            AWARD,
            STAKE
        }
    }

    @StoredName("Ledger")
    static class PointsAccount extends Folding {
        private Map<String, Booking> entries = Map.of();
        private PointTypeId id = new PointTypeId(0, "");

        record Booking(Cause kind, long count) {}

        enum Cause {
            AWARD,
            STAKE
        }
    }

    @StoredName("Ledger")
    static class WithAnotherField extends Folding {
        private Map<String, Ledger.Entry> entries = Map.of();
        private PointTypeId id = new PointTypeId(0, "");
        private long sum;
    }

    @StoredName("Ledger")
    static class WithAnotherConstant extends Folding {
        private Map<String, Entry> entries = Map.of();
        private PointTypeId id = new PointTypeId(0, "");

        record Entry(long count, Kind kind) {}

        enum Kind {
            AWARD,
            STAKE,
            GIFT
        }
    }

    /** Renamed, and nobody kept its name. */
    static class Renamed extends Folding {
        private PointTypeId id = new PointTypeId(0, "");
        private Map<String, Ledger.Entry> entries = Map.of();
    }

    static class WithAFinalField extends Folding {
        private final long sum = System.nanoTime();
    }

    private EventLog log;
    private KeyStore keys;

    @BeforeEach
    void take_one(@TempDir Path directory) {
        log = SqliteEventLog.open(directory);
        keys = SqliteKeyStore.open(directory);
        byte[] commit = UuidV7.nextBytes();
        NewEvent created = new EventCodec(EventCatalogue.load(), keys)
                .encode(
                        new PointTypeCreated(POINTS, "Points"),
                        STREAM,
                        0,
                        commit,
                        0,
                        EventMetadata.of(7, "test", "Test", "r"));
        log.append(new NewCommit(commit, List.of(created), null, List.of(), List.of(), List.of()))
                .join();
        AggregateSnapshots before = snapshots(Ledger.class);
        before.scheduleSnapshot(Ledger.class, STREAM);
        before.take(STREAM, 0, 0, new Ledger(), Set.of()).run();
    }

    @AfterEach
    void close() throws Exception {
        keys.close();
        log.close();
    }

    @Test
    void it_is_read_under_the_stored_name_whatever_the_types_are_called() {
        DomainEventMessage<?> found = snapshots(PointsAccount.class).load(STREAM, received -> {});
        assertThat(found).isNotNull();
        assertThat(found.getSequenceNumber()).isZero();
        PointsAccount state = (PointsAccount) found.getPayload();
        assertThat(state.id).isEqualTo(new PointTypeId(7, "a"));
        assertThat(state.entries).containsEntry("x", new PointsAccount.Booking(PointsAccount.Cause.AWARD, 3));
    }

    @Test
    void it_is_not_read_when_the_structure_or_the_stored_name_is_another() {
        for (Class<?> aggregate : List.of(WithAnotherField.class, WithAnotherConstant.class, Renamed.class)) {
            assertThat(snapshots(aggregate).load(STREAM, received -> {}))
                    .as(aggregate.getSimpleName())
                    .isNull();
        }
        assertThat(snapshots(Ledger.class).load(STREAM, received -> {})).isNotNull();
    }

    @Test
    void an_aggregate_that_no_snapshot_could_restore_is_refused() {
        assertThatThrownBy(() -> snapshots(WithAFinalField.class)).hasMessageContaining("is final");
        assertThatThrownBy(() -> snapshots(Ledger.class, PointsAccount.class)).hasMessageContaining("Two aggregates");
    }

    @Test
    void an_aggregate_without_a_handler_of_events_is_refused() {
        assertThatThrownBy(() -> snapshots(String.class)).hasMessageContaining("String handles no event");
    }

    private AggregateSnapshots snapshots(Class<?>... aggregates) {
        return new AggregateSnapshots(
                log, keys, new EventCodec(EventCatalogue.load(), keys), List.of(aggregates), Runnable::run);
    }
}
