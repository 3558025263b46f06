package encore.kernel.snapshots;

import encore.kernel.NameKey;

/**
 * The name of a snapshot as it is claimed: unique in its account, compared as a {@link NameKey}.
 *
 * @param claimed the value of the claim on a name
 */
public record SnapshotName(String claimed) {

    /** The space of the claims; their owners are {@link SnapshotId}s. */
    public static final String SPACE = "snapshot";

    /** The largest number of characters of a name, without leading and trailing space. */
    public static final int MAX_LENGTH = 128;

    public static SnapshotName of(String name) {
        return new SnapshotName(NameKey.of(name).text());
    }
}
