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

    /** The form of a new key, as a regular expression. Older keys also have hyphens and underscores, and up to 64 characters. */
    public static final String PATTERN = "[A-Za-z0-9]{1,32}";
}
