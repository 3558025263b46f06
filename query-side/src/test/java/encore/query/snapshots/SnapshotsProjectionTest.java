package encore.query.snapshots;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.paging.Paging.NextKey;
import encore.kernel.snapshots.Snapshot.SnapshotSummary;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummary;
import encore.kernel.snapshots.SnapshotQuery.FindSomeSnapshots;
import encore.query.ProjectionUnderTest;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SnapshotsProjectionTest {

    private final ProjectionUnderTest<SnapshotsProjection> snapshots =
            new ProjectionUnderTest<>(SnapshotsProjection::new);

    @AfterEach
    void close() {
        snapshots.close();
    }

    @Test
    void snapshots_are_listed_in_the_order_of_their_seals_under_their_latest_names() {
        snapshots.given(sealed("b", "May"), sealed("a", "June"), sealed("c", "July"));
        snapshots.given(new SnapshotRenamed(id("b"), "Spring"), new SnapshotRemoved(id("c")));
        var spring = new SnapshotSummary("b", "Spring", ProjectionUnderTest.START);
        var june = new SnapshotSummary("a", "June", ProjectionUnderTest.START.plusSeconds(1));
        assertThat(all()).containsExactly(spring, june);
        assertThat(snapshots.<SnapshotSummary>read(
                        documents -> snapshots.projection().find(new FindSnapshotSummary(7, "b"), documents)))
                .isEqualTo(spring);
        assertThat(snapshots.<List<SnapshotSummary>>read(documents ->
                        snapshots.projection().find(new FindSomeSnapshots(7, List.of("a", "c", "b")), documents)))
                .containsExactly(spring, june);
        for (FindSnapshotSummary unknown : List.of(new FindSnapshotSummary(7, "c"), new FindSnapshotSummary(8, "b"))) {
            assertThatThrownBy(() ->
                            snapshots.read(documents -> snapshots.projection().find(unknown, documents)))
                    .isInstanceOfSatisfying(
                            Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
        }
        try (var again = snapshots.replayed()) {
            assertThat(again.checksums()).isEqualTo(snapshots.checksums());
        }
    }

    private List<SnapshotSummary> all() {
        return snapshots.read(documents -> snapshots
                .projection()
                .find(new FindSnapshotSummaries(7, new NextKey(null, 10)), documents)
                .rows());
    }

    private static SnapshotSealed sealed(String uid, String name) {
        return new SnapshotSealed(id(uid), name, 1, 0, 0);
    }

    private static SnapshotId id(String uid) {
        return new SnapshotId(7, uid);
    }
}
