package encore.kernel.snapshots;

import encore.kernel.time.WireTime;
import java.time.Instant;

/**
 * A snapshot of fans, with the number of its fans.
 *
 * @param fanCount the number of its fans that are not erased
 */
public record Snapshot(
        String snapshotUid,
        String snapshotName,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        long fanCount) {

    /** A snapshot without the number of its fans. */
    public record SnapshotSummary(
            String snapshotUid,
            String snapshotName,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {

        public Snapshot withFanCount(long fanCount) {
            return new Snapshot(snapshotUid, snapshotName, creationTimestamp, fanCount);
        }
    }
}
