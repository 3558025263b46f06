package encore.kernel.names;

import java.text.Normalizer;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Splits texts into words without case and accents, as the tokenizer of the SQLite views does (unicode61). */
public final class SearchWords {

    private static final Pattern SEPARATORS = Pattern.compile("[^\\p{L}\\p{N}\\p{Co}]+");
    private static final Pattern MARKS = Pattern.compile("\\p{M}+");

    private SearchWords() {}

    /** Returns the words of a text, each once. */
    public static List<String> of(String text) {
        return inOrder(text).stream().distinct().toList();
    }

    /** Returns the words of a text in their order. */
    public static List<String> inOrder(String text) {
        String plain = MARKS.matcher(Normalizer.normalize(text, Normalizer.Form.NFD))
                .replaceAll("")
                .toLowerCase(Locale.ROOT);
        return Arrays.stream(SEPARATORS.split(plain))
                .filter(word -> !word.isEmpty())
                .toList();
    }
}
