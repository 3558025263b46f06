package encore.kernel.people.signin;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.SecretAnswer;
import encore.kernel.people.NewSecret;
import encore.kernel.people.PersonStanding;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a sign-in. A refusal is an answer too, because it is recorded.
 *
 * @param waitSeconds how long to wait after too many wrong tries; null for none
 * @param standing how the person stands; null unless the person signed in
 * @param newSecret the secret of an app that the person has to set up; null unless that is the result
 */
public record SignInAnswer(
        Result result,
        @Nullable Long waitSeconds,
        @Nullable PersonStanding standing,
        @Nullable NewSecret newSecret) implements SecretAnswer {

    /** The result of a sign-in. */
    public enum Result {
        SIGNED_IN,
        /** The password is right, and a code of the app is missing. */
        NEEDS_CODE,
        /** The password is right, and the role needs an app that is not set up. */
        NEEDS_SETUP,
        /** The password or the code is wrong, or nobody may sign in with this email. */
        REFUSED;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** An answer that nothing follows from. */
    private SignInAnswer(Result result, @Nullable Long waitSeconds) {
        this(result, waitSeconds, null, null);
    }

    /** Returns an answer that says nothing more. */
    public static SignInAnswer of(Result result) {
        return new SignInAnswer(result, null);
    }

    /** Returns the refusal after too many wrong tries. */
    public static SignInAnswer refused(@Nullable Long waitSeconds) {
        return new SignInAnswer(Result.REFUSED, waitSeconds);
    }

    @Override
    public String toString() {
        return "SignInAnswer[" + result + "]";
    }
}
