package encore.kernel.contacts;

import encore.kernel.SecretAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a code for which a verification was to be issued. The gateway adds the verification_uid, once.
 *
 * @param contact the proven contact; null if the code is wrong, used, over or unknown
 * @param callerNetwork the network that asked for the code; null with the contact, or if limits by address did not apply
 */
public record VerifiedContact(
        @Nullable ContactId contact, @Nullable String callerNetwork) implements SecretAnswer {

    public static final VerifiedContact WRONG = new VerifiedContact(null, null);

    /** Its network is personal, and not printed. */
    @Override
    public String toString() {
        return "VerifiedContact[" + contact + "]";
    }
}
