package encore.kernel.trackers;

/** The key of a tracker, by which its short link names it. It is unique in the installation. */
public final class TrackerKey {

    /** The space of the claims, which are of account {@link #INSTALLATION}; their owners are {@link TrackerId}s. */
    public static final String SPACE = "tracker_key";

    /** The account of claims that are unique in the whole installation. */
    public static final long INSTALLATION = 0;

    private TrackerKey() {}
}
