package encore.kernel.fanstreams;

/**
 * The key of a stream as it is claimed: unique in the installation.
 *
 * @param claimed the value of the claim on a key
 */
public record FanStreamKey(String claimed) {

    /** The space of the claims, which are of account {@link #INSTALLATION}; their owners are {@link FanStreamId}s. */
    public static final String SPACE = "stream_key";

    /** The account of claims that are unique in the whole installation. */
    public static final long INSTALLATION = 0;

    /** The form of a key, as a regular expression. */
    public static final String PATTERN = "[A-Za-z0-9_-]{1,64}";
}
