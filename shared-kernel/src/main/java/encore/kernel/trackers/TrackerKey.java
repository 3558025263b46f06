package encore.kernel.trackers;

/**
 * The key of a tracker as it is claimed: unique in the installation.
 *
 * @param claimed the value of the claim on a key
 */
public record TrackerKey(String claimed) {

    /** The space of the claims, which are of account {@link #INSTALLATION}; their owners are {@link TrackerId}s. */
    public static final String SPACE = "tracker_key";

    /** The account of claims that are unique in the whole installation. */
    public static final long INSTALLATION = 0;
}
