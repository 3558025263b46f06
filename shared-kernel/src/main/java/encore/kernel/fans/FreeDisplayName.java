package encore.kernel.fans;

/** A display name that was free when it was asked for; it is not reserved. */
public record FreeDisplayName(String displayName) {

    /** The most characters that one has. */
    public static final int LONGEST = 50;
}
