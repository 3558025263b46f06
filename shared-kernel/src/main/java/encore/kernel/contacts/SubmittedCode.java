package encore.kernel.contacts;

import org.jspecify.annotations.Nullable;

/**
 * The answer to a code or a verification. It is the same for one that is wrong, used, over or unknown.
 *
 * @param contact the proven contact; null if the code or verification is wrong
 */
public record SubmittedCode(@Nullable ContactId contact) {

    public static final SubmittedCode WRONG = new SubmittedCode(null);
}
