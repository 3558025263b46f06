package encore.kernel.snapshots;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;
import encore.kernel.published.PublishedValue;

/** One snapshot of fans; prints as {@code snapshot.<account>.<uid>}. */
public record SnapshotId(
        long account, @PublishedValue("snapshot_uid") String uid) implements StreamId {

    @JsonCreator
    public static SnapshotId parse(String text) {
        String[] parts = StreamNames.split(text, "snapshot", 3);
        return new SnapshotId(Long.parseLong(parts[1]), parts[2]);
    }

    @Override
    public String toString() {
        return "snapshot." + account + "." + uid;
    }
}
