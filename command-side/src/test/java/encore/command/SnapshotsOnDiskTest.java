package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Event;
import encore.kernel.Refusal;
import encore.kernel.snapshots.SnapshotCommand.RefuseSnapshot;
import encore.kernel.snapshots.SnapshotCommand.TakeSnapshot;
import encore.kernel.snapshots.SnapshotEvent.SnapshotPartKept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotMembers;
import encore.kernel.snapshots.SnapshotPartId;
import encore.kernel.snapshots.SnapshotUid;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Snapshots in a log: what is cut off is nobody's, and a request is honoured once, whoever is meant when it is repeated. */
class SnapshotsOnDiskTest {

    private static final String REQUEST = "7:k/0";
    private static final List<Long> ANN_AND_BO = List.of(1L, 1L);
    private static final List<Long> CY = List.of(3L);

    @TempDir
    private Path directory;

    private CommandSideOnDisk side;

    @BeforeEach
    void open() {
        side = new CommandSideOnDisk(directory);
    }

    @AfterEach
    void close() {
        side.close();
    }

    @Test
    void one_that_is_cut_off_has_no_seal_and_its_repeat_is_whole_by_itself() {
        side.log.failures.add(new AppendFailure.Unavailable("disk full"));
        assertThatThrownBy(() -> take("first", List.of(ANN_AND_BO, CY)))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNAVAILABLE));
        side.reopen();
        assertThat(events()).hasSize(1).allMatch(SnapshotPartKept.class::isInstance);

        // Others are meant by now, and the first try is no part of it.
        assertThat(take("second", List.of(CY, ANN_AND_BO)).answer()).isEqualTo(new SnapshotUid("second"));
        assertThat(events())
                .hasSize(4)
                .contains(
                        new SnapshotPartKept(new SnapshotPartId(7, "second", 0), CY),
                        new SnapshotPartKept(new SnapshotPartId(7, "second", 1), ANN_AND_BO))
                .endsWith(new SnapshotSealed(new SnapshotId(7, "second"), "May", 9, 2, 3));
    }

    @Test
    void a_repeat_answers_as_the_first_did_also_when_nobody_can_be_meant_any_more() {
        CommandResult first = take("first", List.of(ANN_AND_BO));
        long head = side.log.head();
        assertThat(take("second", List.of(CY))).isEqualTo(first.asRepeat());
        side.reopen();
        assertThat(side.send(REQUEST, "f", refuse("third"))).isEqualTo(first.asRepeat());
        assertThat(side.log.head()).isEqualTo(head);
        assertThatThrownBy(() -> side.send("7:other/0", "f", refuse("fourth")))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.type()).isEqualTo("unknown-id");
                    assertThat(refusal.field()).isEqualTo("segment_id");
                });
    }

    @Test
    void a_million_fans_are_a_hundred_parts() {
        List<Long> part = LongStream.range(0, SnapshotMembers.MAX_PART_SIZE)
                .map(fan -> 300_000_000 + fan)
                .boxed()
                .toList();
        var members = new SnapshotMembers(9, SnapshotMembers.MAX_FANS, java.util.Collections.nCopies(100, part));
        side.send(new TakeSnapshot(new SnapshotId(7, "all"), "All", members));
        assertThat(events()).hasSize(101);
        side.reopen();
        assertThat(events().get(42))
                .isInstanceOfSatisfying(
                        SnapshotPartKept.class, kept -> assertThat(kept.fans()).isEqualTo(part));
    }

    private CommandResult take(String uid, List<List<Long>> parts) {
        long fans = parts.stream().mapToLong(List::size).sum();
        return side.send(
                REQUEST, "f", new TakeSnapshot(new SnapshotId(7, uid), "May", new SnapshotMembers(9, fans, parts)));
    }

    private static RefuseSnapshot refuse(String uid) {
        return new RefuseSnapshot(new SnapshotId(7, uid), "unknown-id", "segment_id", "It is gone.");
    }

    private List<Event> events() {
        return side.events().stream()
                .map(RecordedEvent::event)
                .filter(event -> event.getClass().getName().contains("Snapshot"))
                .toList();
    }
}
