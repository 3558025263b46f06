package encore.kernel.names;

import java.util.regex.Pattern;

/**
 * Characters that show nothing: those with the Unicode property Default_Ignorable_Code_Point (variation selectors,
 * joiners, fillers of Hangul and others; Unicode 16), and the blank pattern of Braille.
 */
public final class InvisibleCharacters {

    private static final Pattern ANY =
            Pattern.compile("[\\u00AD\\u034F\\u061C\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F"
                    + "\\u200B-\\u200F\\u202A-\\u202E\\u2060-\\u206F\\u2800\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFF8"
                    + "\\x{1BCA0}-\\x{1BCA3}\\x{1D173}-\\x{1D17A}\\x{E0000}-\\x{E0FFF}]+");

    private InvisibleCharacters() {}

    /** Whether a character shows nothing. */
    public static boolean contain(int codePoint) {
        return codePoint >= 0xAD && ANY.matcher(Character.toString(codePoint)).matches();
    }

    /** Removes them from a text. */
    public static String remove(String text) {
        return ANY.matcher(text).replaceAll("");
    }
}
