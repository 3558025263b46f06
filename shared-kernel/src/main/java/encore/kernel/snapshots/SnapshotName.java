package encore.kernel.snapshots;

import encore.kernel.NameKey;

/**
 * Names of snapshots as they are claimed: each once in its account, as names are compared.
 *
 * @param claimed the value of the claim on a name
 */
public record SnapshotName(String claimed) {

    /** The space of the claims; their owners are {@link SnapshotId}s. */
    public static final String SPACE = "snapshot";

    /** The most characters of a name, space around it left out. */
    public static final int LONGEST = 128;

    public static SnapshotName of(String name) {
        return new SnapshotName(NameKey.of(name).text());
    }
}
