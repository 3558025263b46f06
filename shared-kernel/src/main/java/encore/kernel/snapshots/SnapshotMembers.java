package encore.kernel.snapshots;

import java.util.List;

/**
 * Who was meant at one position of the log.
 *
 * @param position the last event that was looked at
 * @param fanCount of all parts
 * @param parts of at most {@value #IN_A_PART} fans: of each the first fan_id, and then how much greater the next one is
 */
public record SnapshotMembers(long position, long fanCount, List<List<Long>> parts) {

    public static final int IN_A_PART = 10_000;

    /** As many as a search answers at most. */
    public static final int MOST = 1_000_000;

    public SnapshotMembers {
        parts = List.copyOf(parts);
    }
}
