package encore.kernel.names;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The words of a search. Each of them, or a word that begins with it, has to occur in what is found. */
public final class QueryWords {

    /** The most distinct words that one search may have. Every word costs a walk through all of its matches. */
    public static final int MAX = 16;

    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");

    private QueryWords() {}

    /** Returns the distinct words of a text in lower case, with their accents. */
    public static List<String> of(String text) {
        return Arrays.stream(BETWEEN.split(text.toLowerCase(Locale.ROOT)))
                .filter(word -> !word.isEmpty())
                .distinct()
                .toList();
    }

    /**
     * Returns the words with which no other word begins, sorted. The others need no look-up: a document with a word
     * that begins with "florence" has one that begins with "f".
     */
    public static List<String> withoutBeginnings(List<String> words) {
        List<String> remaining = new ArrayList<>();
        String following = null;
        for (String word : new TreeSet<>(words).descendingSet()) {
            if (following == null || !following.startsWith(word)) {
                remaining.addFirst(word);
            }
            following = word;
        }
        return List.copyOf(remaining);
    }
}
