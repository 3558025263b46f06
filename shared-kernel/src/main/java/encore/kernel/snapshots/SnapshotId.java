package encore.kernel.snapshots;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** One snapshot of fans; prints as {@code snapshot.<account>.<uid>}. */
@StreamId.Kind("snapshot")
public record SnapshotId(
        long account, @PublishedValue("snapshot_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
