package encore.kernel.snapshots;

/** The answer to whoever takes, changes or removes a snapshot. */
public record SnapshotUid(String snapshotUid) {}
