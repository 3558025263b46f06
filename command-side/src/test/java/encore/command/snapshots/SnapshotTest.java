package encore.command.snapshots;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalNaming;
import static encore.kernel.Refusal.Kind.CONFLICT;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.snapshots.SnapshotCommand.RemoveSnapshot;
import encore.kernel.snapshots.SnapshotCommand.RenameSnapshot;
import encore.kernel.snapshots.SnapshotCommand.SealSnapshot;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotUid;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SnapshotTest {

    private static final SnapshotId OURS = new SnapshotId(7, "ours");
    private static final SnapshotSealed SEALED = new SnapshotSealed(OURS, "May", 9, 2, 10_001);

    private final AggregateUnderTest<Snapshot> snapshots = new AggregateUnderTest<>(Snapshot.class);

    @Test
    void a_seal_takes_the_name() {
        snapshots
                .givenNoPriorActivity()
                .when(seal("May"))
                .expectEvents(SEALED)
                .expectResultMessagePayload(new SnapshotUid("ours"));
        assertThat(snapshots.claims.held).isEqualTo(Map.of(claim("may"), OURS.toString()));
        snapshots.given(SEALED).when(seal("June")).expectException(refusal(CONFLICT, "snapshot-uid-taken"));
    }

    @Test
    void a_name_is_anothers_however_it_is_spelled() {
        snapshots.claims.held.put(claim("may"), "snapshot.7.other");
        snapshots
                .givenNoPriorActivity()
                .when(seal("MAY"))
                .expectNoEvents()
                .expectException(refusalNaming("snapshot_name"));
        snapshots
                .given(new SnapshotSealed(OURS, "June", 9, 0, 0))
                .when(new RenameSnapshot(OURS, "may"))
                .expectNoEvents()
                .expectException(refusalNaming("snapshot_name"));
        snapshots
                .given(SEALED)
                .when(new RenameSnapshot(OURS, " "))
                .expectNoEvents()
                .expectException(refusalNaming("snapshot_name"));
    }

    @Test
    void a_new_name_frees_the_old_one_and_another_spelling_takes_none() {
        snapshots.claims.held.put(claim("may"), OURS.toString());
        snapshots.given(SEALED).when(new RenameSnapshot(OURS, "MAY")).expectEvents(new SnapshotRenamed(OURS, "MAY"));
        assertThat(snapshots.claims.held).isEqualTo(Map.of(claim("may"), OURS.toString()));
        snapshots.given(SEALED).when(new RenameSnapshot(OURS, "June")).expectEvents(new SnapshotRenamed(OURS, "June"));
        assertThat(snapshots.claims.held).isEqualTo(Map.of(claim("june"), OURS.toString()));
        snapshots.given(SEALED).when(new RenameSnapshot(OURS, "May")).expectNoEvents();
    }

    @Test
    void a_name_is_free_behind_its_snapshot() {
        snapshots.claims.held.put(claim("june"), OURS.toString());
        snapshots
                .given(SEALED, new SnapshotRenamed(OURS, "June"))
                .when(new RemoveSnapshot(OURS))
                .expectEvents(new SnapshotRemoved(OURS));
        assertThat(snapshots.claims.held).isEmpty();
    }

    private static SealSnapshot seal(String name) {
        return new SealSnapshot(OURS, name, 9, 2, 10_001);
    }

    private static Claim claim(String name) {
        return new Claim("snapshot", 7, name);
    }
}
