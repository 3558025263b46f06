package encore.kernel.snapshots;

/** The answer to the commands of a snapshot: its uid. */
public record SnapshotUid(String snapshotUid) {}
