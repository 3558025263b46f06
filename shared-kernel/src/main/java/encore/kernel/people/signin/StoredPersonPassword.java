package encore.kernel.people.signin;

import encore.kernel.SecretAnswer;
import org.jspecify.annotations.Nullable;

/**
 * The stored password of a person, for a comparison at the gateway.
 *
 * @param personUid the person with the email; null when nobody has it
 * @param passwordHash Argon2id in its encoded form; null when there is none
 * @param number its number among the person's passwords; 0 when there is none
 */
public record StoredPersonPassword(
        @Nullable String personUid, @Nullable String passwordHash, int number) implements SecretAnswer {

    public static final StoredPersonPassword OF_NOBODY = new StoredPersonPassword(null, null, 0);

    @Override
    public String toString() {
        return "StoredPersonPassword[" + personUid + ", " + number + "]";
    }
}
