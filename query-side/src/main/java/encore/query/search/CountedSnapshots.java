package encore.query.search;

import encore.kernel.Page;
import encore.kernel.fans.FanCriteria;
import encore.kernel.fans.FanQuery.RequireFan;
import encore.kernel.segments.Chosen;
import encore.kernel.segments.SegmentQuery.CountChosen;
import encore.kernel.snapshots.Snapshot;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshot;
import encore.kernel.snapshots.SnapshotQuery.FindKeptSnapshots;
import encore.kernel.snapshots.SnapshotQuery.FindSnapshot;
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
class CountedSnapshots implements QueryComponent {

    private final QueryGateway questions;

    CountedSnapshots(QueryGateway questions) {
        this.questions = questions;
    }

    @QueryHandler
    Page<Snapshot> find(FindSnapshots query) {
        Page<Snapshot.Kept> page = questions.ask(new FindKeptSnapshots(query.account(), query.paging()));
        return new Page<>(
                counted(query.account(), page.rows()), page.first(), page.last(), page.more(), page.position());
    }

    @QueryHandler
    Snapshot find(FindSnapshot query) {
        Snapshot.Kept kept = questions.ask(new FindKeptSnapshot(query.account(), query.snapshotUid()));
        return counted(query.account(), List.of(kept)).getFirst();
    }

    private List<Snapshot> counted(long account, List<Snapshot.Kept> snapshots) {
        List<Chosen> chosen = snapshots.stream()
                .map(one -> new Chosen(FanCriteria.in(one.snapshotUid()), null))
                .toList();
        // The criterion that counts a snapshot does not depend on the day.
        List<Long> counts = questions.ask(new CountChosen(account, chosen, LocalDate.EPOCH));
        List<Snapshot> counted = new ArrayList<>();
        for (int i = 0; i < counts.size(); i++) {
            counted.add(snapshots.get(i).counted(counts.get(i)));
        }
        return counted;
    }

    @QueryHandler
    List<Snapshot.Kept> find(FindSnapshotsOfFan query) {
        questions.ask(RequireFan.everKnown(query.account(), query.fanId()));
        List<String> uids = questions.ask(new FindSnapshotUidsOfFan(query.account(), query.fanId()));
        return questions.ask(new FindSomeSnapshots(query.account(), uids));
    }
}
