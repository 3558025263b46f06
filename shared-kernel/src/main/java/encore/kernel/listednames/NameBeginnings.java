package encore.kernel.listednames;

import encore.kernel.names.SearchWords;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The words of a name without case and accents, and what begins with each of them. A name is found by a text if its words
 * from some word on begin with the text: {@code Open Air} is found by {@code op}, {@code ai} and {@code open a}.
 *
 * @param words the words, with a space between
 */
public record NameBeginnings(String words) {

    /** The most characters of a text that names are found by. */
    public static final int MAX_LENGTH = 100;

    /** A name is not found by the words after these. Each word is an entry of the index. */
    private static final int MAX_WORDS = 32;

    public static NameBeginnings of(String name) {
        return new NameBeginnings(String.join(
                " ",
                SearchWords.inOrder(name).stream()
                        .limit(MAX_WORDS)
                        .map(NameBeginnings::cut)
                        .toList()));
    }

    /** Returns the text in the form in which the beginnings of a name are compared with it; empty if it has no word. */
    public static String searched(String text) {
        return cut(String.join(" ", SearchWords.inOrder(text)));
    }

    /** Returns the name from each of its words on, in the order of the words. */
    public List<String> all() {
        return IntStream.range(0, words.length())
                .filter(index -> index == 0 || words.charAt(index - 1) == ' ')
                .mapToObj(index -> cut(words.substring(index)))
                .distinct()
                .toList();
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= MAX_LENGTH
                ? text
                : text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH));
    }
}
