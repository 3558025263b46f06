package encore.query.fans;

import encore.kernel.names.InvisibleCharacters;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The forms in which display names are compared by their look (ADR 98): the skeletons of Unicode Technical Standard 39.
 * Two names look alike when they share one of their forms. Space and characters that show nothing count as nothing.
 *
 * @param caseless the skeleton of the name in lower case; names that differ in case share it
 * @param asWritten the skeleton of the name as it is written, then in lower case; capital letters of two scripts that
 *     look alike share it, also where their small letters differ
 */
record NameSkeleton(String caseless, String asWritten) {

    private static final String FILE = "confusables.txt";
    private static final int FIRST_OTHER = 0x80;
    private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}]+");
    private static final Map<Integer, String> PROTOTYPES = load();

    static NameSkeleton of(String name) {
        String compatible = SPACE.matcher(isPlain(name) ? name : visible(name)).replaceAll("");
        return new NameSkeleton(
                caseless(compatible.toLowerCase(Locale.ROOT)),
                caseless(skeleton(compatible).toLowerCase(Locale.ROOT)));
    }

    /** Returns a name in the form in which width does not matter. Some fillers become others by that. */
    private static String visible(String name) {
        return InvisibleCharacters.remove(Normalizer.normalize(name, Normalizer.Form.NFKC));
    }

    /**
     * Returns the skeleton of a text in lower case. Some prototypes are capital letters, of which the I looks like a
     * small l, so i and l become one letter.
     */
    private static String caseless(String text) {
        return skeleton(text).toLowerCase(Locale.ROOT).replace('i', 'l');
    }

    private static String skeleton(String text) {
        boolean isPlain = isPlain(text);
        String decomposed = isPlain ? text : Normalizer.normalize(text, Normalizer.Form.NFD);
        StringBuilder skeleton = new StringBuilder(text.length() + 4);
        int character;
        for (int at = 0; at < decomposed.length(); at += Character.charCount(character)) {
            character = decomposed.codePointAt(at);
            String prototype = PROTOTYPES.get(character);
            if (prototype == null) {
                skeleton.appendCodePoint(character);
            } else {
                skeleton.append(prototype);
            }
        }
        return isPlain ? skeleton.toString() : Normalizer.normalize(skeleton, Normalizer.Form.NFD);
    }

    /** Whether a text is ASCII, which normalizing does not change. */
    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= FIRST_OTHER) {
                return false;
            }
        }
        return true;
    }

    /** Reads the table: each line has a code point, a semicolon and the code points of its prototype, in hexadecimal. */
    private static Map<Integer, String> load() {
        Map<Integer, String> prototypes = HashMap.newHashMap(6_000);
        try (InputStream file = Objects.requireNonNull(NameSkeleton.class.getResourceAsStream(FILE), FILE);
                var lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("#")) {
                    int end = line.indexOf(';');
                    StringBuilder prototype = new StringBuilder();
                    for (String part : line.substring(end + 1).split(" ", -1)) {
                        prototype.appendCodePoint(Integer.parseInt(part, 16));
                    }
                    prototypes.put(Integer.parseInt(line, 0, end, 16), prototype.toString());
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return Map.copyOf(prototypes);
    }
}
