package encore.command.shows.players;

import static encore.kernel.Refusal.Kind.RULE;

import encore.kernel.Refusal;
import encore.kernel.names.Blanks;
import encore.kernel.names.InvisibleCharacters;
import encore.kernel.shows.ChatSettings;
import java.text.Normalizer;
import java.util.BitSet;
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
        if (Blanks.isBlank(text) || length > longest) {
            throw new Refusal(RULE, "message-length", FIELD, "A message has 1 to " + longest + " characters.");
        }
        if (NO_TEXT.matcher(text).find()) {
            throw new Refusal(RULE, "message-characters", FIELD, "A message has no control characters but line feeds.");
        }
        FoldedText folded = FoldedText.of(text);
        if (Objects.requireNonNullElse(settings.blockedWords(), List.<String>of()).stream()
                .anyMatch(
                        word -> folded.hasWord(FoldedText.of(Blanks.trim(word)).text()))) {
            throw new Refusal(RULE, "message-blocked", FIELD, "The message has a word that is blocked in this show.");
        }
        return text;
    }

    /**
     * A text in which words are searched for: without case, with one spelling for characters that look and mean the same,
     * and without the characters that show nothing. The decomposed form is used, because such a character may stand
     * between a letter and its accent.
     *
     * @param gaps the indexes before which something invisible stood; a word may begin and end there
     */
    private record FoldedText(String text, BitSet gaps) {

        static FoldedText of(String given) {
            StringBuilder text = new StringBuilder();
            BitSet gaps = new BitSet();
            Normalizer.normalize(given, Normalizer.Form.NFKD)
                    .toUpperCase(Locale.ROOT)
                    .toLowerCase(Locale.ROOT)
                    .codePoints()
                    .forEach(codePoint -> {
                        if (InvisibleCharacters.contain(codePoint)) {
                            gaps.set(text.length());
                        } else {
                            text.appendCodePoint(codePoint);
                        }
                    });
            return new FoldedText(text.toString(), gaps);
        }

        boolean hasWord(String word) {
            if (word.isEmpty()) {
                return false;
            }
            for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
                int end = at + word.length();
                boolean begins = at == 0 || gaps.get(at) || !isOfWord(text.codePointBefore(at));
                boolean ends = end == text.length() || gaps.get(end) || !isOfWord(text.codePointAt(end));
                if (begins && ends) {
                    return true;
                }
            }
            return false;
        }

        private static boolean isOfWord(int codePoint) {
            return Character.isLetterOrDigit(codePoint) || Character.getType(codePoint) == Character.NON_SPACING_MARK;
        }
    }
}
