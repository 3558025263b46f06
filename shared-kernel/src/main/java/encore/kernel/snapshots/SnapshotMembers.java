package encore.kernel.snapshots;

import java.util.List;

/**
 * The fans of a snapshot at one position of the log.
 *
 * @param position the position of the last event that was considered
 * @param fanCount the number of fans of all parts
 * @param parts parts of at most {@value #IN_A_PART} fans: the first fan_id, then the differences to the next ones
 */
public record SnapshotMembers(long position, long fanCount, List<List<Long>> parts) {

    public static final int IN_A_PART = 10_000;

    /** The largest number of fans: that of a search. */
    public static final int MOST = 1_000_000;

    public SnapshotMembers {
        parts = List.copyOf(parts);
    }
}
