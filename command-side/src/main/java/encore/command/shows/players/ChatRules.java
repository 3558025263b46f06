package encore.command.shows.players;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.shows.ChatSettings;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/** The rules for the text of a message. */
final class ChatRules {

    private static final String FIELD = "message";

    /** Control characters but line feeds, and halves of characters, which are no text. */
    private static final Pattern NO_TEXT = Pattern.compile("[\\p{Cc}\\p{Cs}&&[^\\n]]");

    private ChatRules() {}

    /** Returns the message without surrounding space. A message that breaks a rule is refused. */
    static String checked(String message, ChatSettings settings) {
        String text = Blanks.trim(message);
        int length = text.codePointCount(0, text.length());
        int longest = Objects.requireNonNull(settings.maxLength());
        if (length < 1 || length > longest) {
            throw new Refusal(RULE, "message-length", FIELD, "A message has 1 to " + longest + " characters.");
        }
        if (NO_TEXT.matcher(text).find()) {
            throw new Refusal(RULE, "message-characters", FIELD, "A message has no control characters but line feeds.");
        }
        String folded = fold(text);
        if (Objects.requireNonNullElse(settings.blockedWords(), List.<String>of()).stream()
                .anyMatch(word -> hasWord(folded, fold(Blanks.trim(word))))) {
            throw new Refusal(RULE, "message-blocked", FIELD, "The message has a word that is blocked in this show.");
        }
        return text;
    }

    private static boolean hasWord(String text, String word) {
        if (word.isEmpty()) {
            return false;
        }
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            int end = at + word.length();
            boolean begins = at == 0 || !isOfWord(text.codePointBefore(at));
            boolean ends = end == text.length() || !isOfWord(text.codePointAt(end));
            if (begins && ends) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfWord(int codePoint) {
        return Character.isLetterOrDigit(codePoint) || Character.getType(codePoint) == Character.NON_SPACING_MARK;
    }

    /** Returns a text without case, and with one spelling for characters that look and mean the same. */
    private static String fold(String text) {
        return Normalizer.normalize(text, Normalizer.Form.NFKC)
                .toUpperCase(Locale.ROOT)
                .toLowerCase(Locale.ROOT);
    }
}
