package encore.query.snapshots;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.paging.Page;
import encore.kernel.snapshots.Snapshot.SnapshotSummary;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRemoved;
import encore.kernel.snapshots.SnapshotEvent.SnapshotRenamed;
import encore.kernel.snapshots.SnapshotEvent.SnapshotSealed;
import encore.kernel.snapshots.SnapshotId;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummary;
import encore.kernel.snapshots.SnapshotQuery.FindSomeSnapshots;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.Comparator;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps the names of accounts' snapshots. */
@Component
class SnapshotsProjection implements Projection {

    private static final Catalogue<StoredSnapshot> SNAPSHOTS =
            Catalogue.of("snapshots", StoredSnapshot.class).foundByName(SnapshotId.class);

    /** The name of a snapshot. */
    record StoredSnapshot(String uid, String name) {}

    @Override
    public Views.Shape shape() {
        return new Views.Shape("snapshots", List.of(SNAPSHOTS.collection()));
    }

    @EventHandler
    void on(SnapshotSealed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var storedSnapshot = new StoredSnapshot(event.snapshot().uid(), event.snapshotName());
        SNAPSHOTS.add(event.snapshot(), storedSnapshot, recordedEvent, documents);
    }

    @EventHandler
    void on(SnapshotRenamed event, RecordedEvent recordedEvent, Documents.Batch documents) {
        SNAPSHOTS.change(
                event.snapshot(),
                before -> new StoredSnapshot(before.uid(), event.snapshotName()),
                recordedEvent,
                documents);
    }

    @EventHandler
    void on(SnapshotRemoved event, Documents.Batch documents) {
        SNAPSHOTS.remove(event.snapshot(), documents);
    }

    @QueryHandler
    Page<SnapshotSummary> find(FindSnapshotSummaries query, Documents documents) {
        return SNAPSHOTS.page(query.account(), query.paging(), documents).map(SnapshotsProjection::toSnapshot);
    }

    @QueryHandler
    SnapshotSummary find(FindSnapshotSummary query, Documents documents) {
        return toSnapshot(SNAPSHOTS.one(new SnapshotId(query.account(), query.snapshotUid()), documents));
    }

    @QueryHandler
    List<SnapshotSummary> find(FindSomeSnapshots query, Documents documents) {
        List<SnapshotId> ids = query.snapshotUids().stream()
                .map(uid -> new SnapshotId(query.account(), uid))
                .toList();
        return SNAPSHOTS.some(ids, documents).stream()
                .sorted(Comparator.comparingLong(CatalogueEntry::position))
                .map(SnapshotsProjection::toSnapshot)
                .toList();
    }

    private static SnapshotSummary toSnapshot(CatalogueEntry<StoredSnapshot> catalogueEntry) {
        return new SnapshotSummary(
                catalogueEntry.thing().uid(), catalogueEntry.thing().name(), catalogueEntry.createdAt());
    }
}
