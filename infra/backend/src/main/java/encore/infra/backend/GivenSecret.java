package encore.infra.backend;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Checks the strength of a secret that an operator chose. An attacker who has recorded one proof of it can try guesses
 * without limit.
 */
public final class GivenSecret {

    /** The number of hexadecimal digits of 16 random bytes. */
    public static final int SHORTEST = 32;

    private static final int FEWEST_DIFFERENT = 8;
    private static final List<String> PLACEHOLDERS = List.of(
            "changeme", "replaceme", "placeholder", "example", "yoursecret", "yourtoken", "insertsecret", "secrethere");

    private GivenSecret() {}

    /** The secret in a setting is too weak. The message names the setting, and never the secret. */
    public static final class Weak extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Weak(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /**
     * Refuses a weak secret. An empty setting passes.
     *
     * @throws Weak when the secret is short, contains a placeholder of our files or of common examples, or repeats a
     *     few characters
     */
    public static void mustBeGood(String setting, @Nullable String secret) {
        if (secret == null || secret.isBlank()) {
            return;
        }
        if (secret.length() < SHORTEST) {
            throw new Weak(
                    setting + " must have at least " + SHORTEST + " characters: openssl rand -hex 32 creates one.");
        }
        String letters = secret.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (PLACEHOLDERS.stream().anyMatch(letters::contains)
                || secret.chars().distinct().count() < FEWEST_DIFFERENT) {
            throw new Weak(setting + " is a placeholder: openssl rand -hex 32 creates a secret.");
        }
    }
}
