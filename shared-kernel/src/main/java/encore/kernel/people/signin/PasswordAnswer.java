package encore.kernel.people.signin;

import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.people.PersonStanding;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a password that somebody sets by a link. A wrong code is an answer too, because it is recorded.
 *
 * @param waitSeconds how long to wait after too many wrong tries; null for none
 * @param number the number of the password; 0 when none was set
 * @param standing how the person stands with the password; null when none was set
 */
public record PasswordAnswer(
        Result result,
        @Nullable Long waitSeconds,
        int number,
        @Nullable PersonStanding standing) {

    /** An answer that says nothing of the person's standing. */
    public PasswordAnswer(Result result, @Nullable Long waitSeconds, int number) {
        this(result, waitSeconds, number, null);
    }

    /** The result. */
    public enum Result {
        SET,
        /** A code of the app is missing. */
        NEEDS_CODE,
        /** The code is wrong. */
        CODE_REFUSED;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
