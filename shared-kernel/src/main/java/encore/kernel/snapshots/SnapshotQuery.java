package encore.kernel.snapshots;

import encore.kernel.Query;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.segments.FanSelection;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about snapshots. */
public sealed interface SnapshotQuery<R> extends Query<R> {

    /** An account's snapshots with the numbers of their fans, oldest first. */
    record FindSnapshots(long account, Paging.NextKey paging) implements SnapshotQuery<Page<Snapshot>> {}

    /** One of them; any other is refused as unknown. */
    record FindSnapshot(long account, String snapshotUid) implements SnapshotQuery<Snapshot> {}

    /** An account's snapshots without the numbers of their fans, oldest first. */
    record FindSnapshotSummaries(long account, Paging.NextKey paging)
            implements SnapshotQuery<Page<Snapshot.SnapshotSummary>> {}

    /** One of them; any other is refused as unknown. */
    record FindSnapshotSummary(long account, String snapshotUid) implements SnapshotQuery<Snapshot.SnapshotSummary> {}

    /** Snapshots by uid, oldest first. Unknown uids are left out. */
    record FindSomeSnapshots(long account, List<String> snapshotUids)
            implements SnapshotQuery<List<Snapshot.SnapshotSummary>> {
        public FindSomeSnapshots {
            snapshotUids = List.copyOf(snapshotUids);
        }
    }

    /** The snapshots that a fan is in, oldest first. An erased fan is in none. */
    record FindSnapshotsOfFan(long account, long fanId) implements SnapshotQuery<List<Snapshot.SnapshotSummary>> {}

    /** The uids of the snapshots that a fan is in, in any order. */
    record FindSnapshotUidsOfFan(long account, long fanId) implements SnapshotQuery<List<String>> {}

    /**
     * The present fans of a source. A source that cannot be answered is refused as a wrong value of the parameter.
     *
     * @param today the day for which ages and days are computed
     */
    record FindSnapshotMembers(long account, SnapshotSource source, LocalDate today)
            implements SnapshotQuery<SnapshotMembers> {}

    /** The present fans of a selection; refused like {@link FindSnapshotMembers}. */
    record FindMembersOfSelection(long account, FanSelection selection, LocalDate today)
            implements SnapshotQuery<SnapshotMembers> {}
}
