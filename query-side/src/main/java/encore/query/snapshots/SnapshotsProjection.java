package encore.query.snapshots;

import encore.infra.eventstore.Recorded;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.Page;
import encore.kernel.snapshots.Snapshot.Kept;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshots;
import encore.kernel.snapshots.SnapshotQuery.FindSomeSnapshots;
import encore.query.projection.Catalogue;
import encore.query.projection.Listed;
import encore.query.projection.Projection;
import java.util.Comparator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the names of accounts' snapshots. */
@Component
class SnapshotsProjection implements Projection {

    private static final Catalogue<Called> SNAPSHOTS = Catalogue.of("snapshots", Called.class);

    /** The name of a snapshot. */
    record Called(String uid, String name) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("snapshots", List.of(SNAPSHOTS.collection()));
    }

    @EventHandler
    void on(SnapshotSealed event, Recorded recorded, Documents.Batch documents) {
        var called = new Called(event.snapshot().uid(), event.snapshotName());
        SNAPSHOTS.add(event.snapshot(), called, recorded, documents);
    }

    @EventHandler
    void on(SnapshotRenamed event, Recorded recorded, Documents.Batch documents) {
        SNAPSHOTS.change(
                event.snapshot(), before -> new Called(before.uid(), event.snapshotName()), recorded, documents);
    }

    @EventHandler
    void on(SnapshotRemoved event, Documents.Batch documents) {
        SNAPSHOTS.remove(event.snapshot(), documents);
    }

    @QueryHandler
    Page<Kept> find(FindKeptSnapshots query, Documents documents) {
        return SNAPSHOTS.page(query.account(), query.paging(), documents).map(SnapshotsProjection::shown);
    }

    @QueryHandler
    Kept find(FindKeptSnapshot query, Documents documents) {
        return shown(SNAPSHOTS.one(new SnapshotId(query.account(), query.snapshotUid()), documents));
    }

    @QueryHandler
    List<Kept> find(FindSomeSnapshots query, Documents documents) {
        List<SnapshotId> ids = query.snapshotUids().stream()
                .map(uid -> new SnapshotId(query.account(), uid))
                .toList();
        return SNAPSHOTS.some(ids, documents).stream()
                .sorted(Comparator.comparingLong(Listed::position))
                .map(SnapshotsProjection::shown)
                .toList();
    }

    private static Kept shown(Listed<Called> listed) {
        return new Kept(listed.thing().uid(), listed.thing().name(), listed.createdAt());
    }
}
