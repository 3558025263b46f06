package encore.kernel.fans;

/** A display name that was free at the time of the query. It is not reserved. */
public record FreeDisplayName(String displayName) {

    /** The largest number of characters. */
    public static final int MAX_LENGTH = 50;
}
