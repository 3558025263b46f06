package encore.kernel.snapshots;

import encore.kernel.Page;
import encore.kernel.Paging;
import encore.kernel.Query;
import encore.kernel.segments.Chosen;
import java.time.LocalDate;
import java.util.List;

/** Everything that can be asked about snapshots. */
public sealed interface SnapshotQuery<R> extends Query<R> {

    /** An account's snapshots with how many fans are in each, oldest first. */
    record FindSnapshots(long account, Paging.NextKey paging) implements SnapshotQuery<Page<Snapshot>> {}

    /** One of them; any other is refused as unknown. */
    record FindSnapshot(long account, String snapshotUid) implements SnapshotQuery<Snapshot> {}

    /** An account's snapshots, oldest first. */
    record FindKeptSnapshots(long account, Paging.NextKey paging) implements SnapshotQuery<Page<Snapshot.Kept>> {}

    /** One of them; any other is refused as unknown. */
    record FindKeptSnapshot(long account, String snapshotUid) implements SnapshotQuery<Snapshot.Kept> {}

    /** Those of some that are there, oldest first. */
    record FindSomeSnapshots(long account, List<String> snapshotUids) implements SnapshotQuery<List<Snapshot.Kept>> {
        public FindSomeSnapshots {
            snapshotUids = List.copyOf(snapshotUids);
        }
    }

    /** The snapshots that a fan is in, oldest first; of who was erased none. */
    record FindSnapshotsOfFan(long account, long fanId) implements SnapshotQuery<List<Snapshot.Kept>> {}

    /** Their uids, in no order. */
    record FindSnapshotUidsOfFan(long account, long fanId) implements SnapshotQuery<List<String>> {}

    /**
     * Who is meant now; refused, naming the parameter, when that cannot be told.
     *
     * @param today the day that ages and days are counted from
     */
    record FindSnapshotMembers(long account, Meant meant, LocalDate today) implements SnapshotQuery<SnapshotMembers> {}

    /** Likewise of those chosen. */
    record FindChosenMembers(long account, Chosen chosen, LocalDate today) implements SnapshotQuery<SnapshotMembers> {}
}
