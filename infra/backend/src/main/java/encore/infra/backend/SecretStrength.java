package encore.infra.backend;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks the strength of a secret that an operator chose. An attacker who has recorded one proof of it can try guesses
 * without limit.
 */
public final class SecretStrength {

    /** The number of hexadecimal digits of 16 random bytes. */
    public static final int MIN_LENGTH = 32;

    private static final int MIN_DISTINCT = 8;
    private static final List<String> PLACEHOLDERS = List.of(
            "changeme", "replaceme", "placeholder", "example", "yoursecret", "yourtoken", "insertsecret", "secrethere");

    private SecretStrength() {}

    /** The secret in a setting is too weak. The message names the setting, and never the secret. */
    public static final class WeakSecretException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private WeakSecretException(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /**
     * Refuses a weak secret. An empty setting passes.
     *
     * @throws WeakSecretException when the secret is short, contains a placeholder of our files or of common examples, or repeats a
     *     few characters
     */
    public static void requireStrong(String setting, @Nullable String secret) {
        if (secret == null || secret.isBlank()) {
            return;
        }
        if (secret.length() < MIN_LENGTH) {
            throw new WeakSecretException(
                    setting + " must have at least " + MIN_LENGTH + " characters: openssl rand -hex 32 creates one.");
        }
        String letters = secret.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (PLACEHOLDERS.stream().anyMatch(letters::contains)
                || secret.chars().distinct().count() < MIN_DISTINCT) {
            throw new WeakSecretException(setting + " is a placeholder: openssl rand -hex 32 creates a secret.");
        }
    }
}
