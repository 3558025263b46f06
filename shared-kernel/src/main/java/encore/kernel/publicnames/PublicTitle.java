package encore.kernel.publicnames;

/**
 * A title that public calls use and that names no campaign, as it is claimed: compared without space around it.
 *
 * @param claimed the value of the claim on a title
 */
public record PublicTitle(String claimed) {

    /** The space of the claims; their owners are {@link PublicTitleId}s. */
    public static final String SPACE = "public_title";

    public PublicTitle {
        claimed = claimed.strip();
    }

    /** Returns the value of the claim on a title. */
    public static String claimed(String title) {
        return new PublicTitle(title).claimed();
    }
}
