package encore.kernel.people.signin;

import org.jspecify.annotations.Nullable;

/**
 * A code that somebody gave, after it was compared: one of the app, or one for recovery.
 *
 * @param step the step of time for which a code of the app is right; null when it is right for none
 * @param recoveryHash the hash of the code, which may be one for recovery; null when it has another form
 */
public record GivenCode(@Nullable Long step, @Nullable String recoveryHash) {

    @Override
    public String toString() {
        return "GivenCode";
    }
}
