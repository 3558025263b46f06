package encore.kernel.snapshots;

import java.util.List;

/**
 * The fans of a snapshot at one position of the log.
 *
 * @param position the position of the last event that was considered
 * @param fanCount the number of fans of all parts
 * @param parts parts of at most {@value #MAX_PART_SIZE} fans: the first fan_id, then the differences to the next ones
 */
public record SnapshotMembers(long position, long fanCount, List<List<Long>> parts) {

    public static final int MAX_PART_SIZE = 10_000;

    /** The largest number of fans: that of a search. */
    public static final int MAX_FANS = 1_000_000;

    public SnapshotMembers {
        parts = List.copyOf(parts);
    }
}
