package encore.kernel.snapshots;

import encore.kernel.StreamId;

/**
 * A part of a snapshot; prints as {@code snapshot_part.<account>.<uid>.<number>}.
 *
 * @param uid the uid of the snapshot
 * @param number the number of the part, from 0
 */
@StreamId.Kind("snapshot_part")
public record SnapshotPartId(long account, String uid, int number) implements StreamId {

    public SnapshotPartId(SnapshotId snapshot, int number) {
        this(snapshot.account(), snapshot.uid(), number);
    }

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
