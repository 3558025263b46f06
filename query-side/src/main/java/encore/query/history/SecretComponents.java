package encore.query.history;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;

/**
 * Says which components of events no history shows, by the words of their names. A history shows much that has no {@code
 * PublishedValue} mark, such as titles and notes: staff sees those on the page of the thing. So it cannot go by that mark, and
 * leaves out what sounds like a secret. A harmless name is listed here.
 */
final class SecretComponents {

    private static final Set<String> WORDS = Set.of(
            "hash",
            "hashes",
            "secret",
            "secrets",
            "password",
            "passwords",
            "token",
            "tokens",
            "code",
            "barcode",
            "codes",
            "challenge",
            "answer",
            "answers",
            "correct",
            "recovery",
            "verification",
            "step",
            "seed");

    private static final Set<String> HARMLESS =
            Set.of("countryCode", "venueCountryCode", "codesPerDay", "smsCodesPerDay", "codeIndex", "correctCount");

    private SecretComponents() {}

    /** Whether values of a component are secret. */
    static boolean contain(String component) {
        return !HARMLESS.contains(component)
                && Arrays.stream(component.split("(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+"))
                        .map(word -> word.toLowerCase(Locale.ROOT))
                        .anyMatch(WORDS::contains);
    }
}
