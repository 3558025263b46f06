package encore.query.search;

import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.paging.Page;
import encore.kernel.search.FanCriteria;
import encore.kernel.segments.FanSelection;
import encore.kernel.segments.SegmentQuery.CountFanSelections;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummaries;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotSummary;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotUidsOfFan;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshots;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshotsOfFan;
import encore.kernel.snapshots.SnapshotQuery.FindSomeSnapshots;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Joins snapshots with the number of fans who are in them now. Erased fans do not count. */
@Component
class SnapshotsWithCounts implements QueryComponent {

    private final QueryGateway queryGateway;

    SnapshotsWithCounts(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    @QueryHandler
    Page<Snapshot> find(FindSnapshots query) {
        Page<Snapshot.SnapshotSummary> page =
                queryGateway.ask(new FindSnapshotSummaries(query.account(), query.paging()));
        return new Page<>(
                withCounts(query.account(), page.rows()), page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    Snapshot find(FindSnapshot query) {
        Snapshot.SnapshotSummary summary =
                queryGateway.ask(new FindSnapshotSummary(query.account(), query.snapshotUid()));
        return withCounts(query.account(), List.of(summary)).getFirst();
    }

    private List<Snapshot> withCounts(long account, List<Snapshot.SnapshotSummary> snapshots) {
        List<FanSelection> chosen = snapshots.stream()
                .map(one -> new FanSelection(FanCriteria.in(one.snapshotUid()), null))
                .toList();
        // The criterion that counts a snapshot does not depend on the day.
        List<Long> counts = queryGateway.ask(new CountFanSelections(account, chosen, LocalDate.EPOCH));
        List<Snapshot> counted = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            counted.add(snapshots.get(i).withFanCount(counts.get(i)));
        }
        return counted;
    }

    @QueryHandler
    List<Snapshot.SnapshotSummary> find(FindSnapshotsOfFan query) {
        queryGateway.ask(RequireFan.everKnown(query.account(), query.fanId()));
        List<String> uids = queryGateway.ask(new FindSnapshotUidsOfFan(query.account(), query.fanId()));
        return queryGateway.ask(new FindSomeSnapshots(query.account(), uids));
    }
}
