package encore.kernel.snapshots;

import com.fasterxml.jackson.annotation.JsonCreator;
import encore.kernel.StreamId;
import encore.kernel.StreamNames;

/**
 * A part of a snapshot; prints as {@code snapshot_part.<account>.<uid>.<number>}.
 *
 * @param uid the uid of the snapshot
 * @param number the number of the part, from 0
 */
public record SnapshotPartId(long account, String uid, int number) implements StreamId {

    public SnapshotPartId(SnapshotId snapshot, int number) {
        this(snapshot.account(), snapshot.uid(), number);
    }

    @JsonCreator
    public static SnapshotPartId parse(String text) {
        String[] parts = StreamNames.split(text, "snapshot_part", 4);
        return new SnapshotPartId(Long.parseLong(parts[1]), parts[2], Integer.parseInt(parts[3]));
    }

    @Override
    public String toString() {
        return "snapshot_part." + account + "." + uid + "." + number;
    }
}
