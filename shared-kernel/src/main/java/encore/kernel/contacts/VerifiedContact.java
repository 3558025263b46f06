package encore.kernel.contacts;

import encore.kernel.SecretAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a code for which a verification was to be issued. The gateway adds the verification_uid, once.
 *
 * @param contact the proven contact; null if the code is wrong, used, over or unknown
 */
public record VerifiedContact(@Nullable ContactId contact) implements SecretAnswer {}
