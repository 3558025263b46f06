package encore.infra.backend;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Judges a secret that somebody chose by hand: whoever listened to one proof of it can try guesses for ever. */
public final class GivenSecret {

    /** As many as 16 random bytes have in hexadecimal digits. */
    public static final int SHORTEST = 32;

    private static final int FEWEST_DIFFERENT = 8;
    private static final List<String> PLACEHOLDERS = List.of(
            "changeme", "replaceme", "placeholder", "example", "yoursecret", "yourtoken", "insertsecret", "secrethere");

    private GivenSecret() {}

    /** The secret that a setting gives is none; the sentence names the setting, and never the secret. */
    public static final class Weak extends RuntimeException {
        private static final long serialVersionUID = 1;

        private Weak(String sentence) {
            super(sentence, null, false, false);
        }
    }

    /**
     * Does nothing when the setting is not set.
     *
     * @throws Weak when it is short, a placeholder of ours or of many an example, or a few characters over and over
     */
    public static void mustBeGood(String setting, @Nullable String secret) {
        if (secret == null || secret.isBlank()) {
            return;
        }
        if (secret.length() < SHORTEST) {
            throw new Weak(setting + " has at least " + SHORTEST + " characters, and what is set has fewer:"
                    + " openssl rand -hex 32 makes one.");
        }
        String letters = secret.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        if (PLACEHOLDERS.stream().anyMatch(letters::contains)
                || secret.chars().distinct().count() < FEWEST_DIFFERENT) {
            throw new Weak(setting + " is a placeholder: openssl rand -hex 32 makes a secret.");
        }
    }
}
