package encore.kernel.passwords;

/**
 * The place of a fan's password in the fan's stream.
 *
 * @param sequence the sequence of the event that set it; {@link #NONE} when the fan has no password
 */
public record PasswordPlace(long sequence) {

    public static final long NONE = -1;
}
