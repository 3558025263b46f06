package encore.kernel.passwords;

import encore.kernel.SecretAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The stored password of a fan, for a comparison at the gateway.
 *
 * @param fanId the fan with the contact; null when no fan has it
 * @param passwordHash Argon2id in its encoded form; null when the fan has no password
 * @param position the position of the event that set it; 0 when there is none
 */
public record StoredPassword(@Nullable Long fanId, @Nullable String passwordHash, long position)
        implements SecretAnswer {

    public static final StoredPassword OF_NOBODY = new StoredPassword(null, null, 0);

    @Override
    public String toString() {
        return "StoredPassword[" + fanId + ", " + position + "]";
    }
}
