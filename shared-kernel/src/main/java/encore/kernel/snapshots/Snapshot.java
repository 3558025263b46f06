package encore.kernel.snapshots;

import encore.kernel.WireTime;
import java.time.Instant;

/**
 * A snapshot of fans as its account keeps it.
 *
 * @param fanCount how many of them are there now
 */
public record Snapshot(
        String snapshotUid,
        String snapshotName,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        long fanCount) {

    /** One without who is in it. */
    public record Kept(
            String snapshotUid,
            String snapshotName,
            @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {

        public Snapshot counted(long fans) {
            return new Snapshot(snapshotUid, snapshotName, creationTimestamp, fans);
        }
    }
}
