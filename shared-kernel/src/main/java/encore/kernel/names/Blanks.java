package encore.kernel.names;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/**
 * The one definition of space around texts and of blank texts. Space is what has the Unicode property White_Space, a
 * control character, or a character that leaves an empty place: a zero-width space or joiner of words, a byte order
 * mark, a filler of Hangul, the blank of Braille. The set is closed under NFKC. Variation selectors and joiners of
 * letters are no space, because emojis end with them.
 */
public final class Blanks {

    private static final String ODD =
            "\u1680\u180E\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u200B\u2028"
                    + "\u2029\u202F\u205F\u2060\u2800\u3000\u115F\u1160\u3164\uFEFF\uFFA0";

    /** A regular expression, as JSON Schema writes it, that finds a character which is no space. */
    public static final String NOT_BLANK_PATTERN =
            "[^\\x00-\\x20\\x7F-\\xA0\\u115F\\u1160\\u1680\\u180E\\u2000-\\u200B\\u2028\\u2029"
                    + "\\u202F\\u205F\\u2060\\u2800\\u3000\\u3164\\uFEFF\\uFFA0]";

    private Blanks() {}

    /** Whether a character is space. */
    public static boolean isSpace(char c) {
        return c <= ' ' || c >= 0x7F && (c <= 0xA0 || c >= 0x115F && ODD.indexOf(c) >= 0);
    }

    /** Whether a text shows nothing, as it is or in the form NFKC. */
    public static boolean isBlank(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > ' ' && text.charAt(i) < 0x7F) {
                return false;
            }
        }
        return trim(InvisibleCharacters.remove(Normalizer.normalize(text, Normalizer.Form.NFKC)))
                .isEmpty();
    }

    /**
     * Whether a change leaves a required text absent or blank. A blank text that was stored earlier does not hinder changes
     * of other values.
     *
     * @param before the stored text; null for a new thing
     */
    public static boolean isMissing(@Nullable String before, @Nullable String after) {
        return after == null || !after.equals(before) && isBlank(after);
    }

    /** Returns a text without space at its start and its end. */
    public static String trim(String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }
}
