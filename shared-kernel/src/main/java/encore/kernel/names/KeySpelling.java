package encore.kernel.names;

import org.jspecify.annotations.Nullable;

/**
 * The spelling of codes and keys. Scanners and exports append a line end, a tab or a blank, which is no part of the code.
 * Earlier builds stored such a code as it was sent, so a record is also looked up by that spelling.
 */
public final class KeySpelling {

    private KeySpelling() {}

    /** Returns a code without space and control characters around it. A code of nothing else stays as it is. */
    public static @Nullable String ofCode(@Nullable String sent) {
        String trimmed = sent == null ? "" : Blanks.trim(sent);
        return trimmed.isEmpty() ? sent : trimmed;
    }

    /** Returns a key without control characters around it. A key of nothing else stays as it is. */
    public static @Nullable String ofKey(@Nullable String sent) {
        if (sent == null) {
            return null;
        }
        int start = 0;
        int end = sent.length();
        while (start < end && Character.isISOControl(sent.charAt(start))) {
            start++;
        }
        while (end > start && Character.isISOControl(sent.charAt(end - 1))) {
            end--;
        }
        return start == end ? sent : sent.substring(start, end);
    }

    /** Whether a control character is inside a text, after something and before something else. */
    public static boolean hasControlInside(String sent) {
        return Blanks.trim(sent).chars().anyMatch(Character::isISOControl);
    }
}
