package encore.api.privacy;

import encore.kernel.names.Blanks;

/** The initials of names, for callers who may not know the names: {@code A. L.} for Ada Lovelace. */
public final class Initials {

    private Initials() {}

    /** Returns the first letter of each word. A word without letters has none. */
    public static String of(String name) {
        StringBuilder initials = new StringBuilder();
        boolean inWord = false;
        for (int i = 0; i < name.length(); i += Character.charCount(name.codePointAt(i))) {
            int c = name.codePointAt(i);
            if (Blanks.isBlank(Character.toString(c))) {
                inWord = false;
            } else if (!inWord && Character.isLetter(c)) {
                inWord = true;
                initials.append(initials.isEmpty() ? "" : " ")
                        .appendCodePoint(Character.toTitleCase(c))
                        .append('.');
            }
        }
        return initials.toString();
    }
}
