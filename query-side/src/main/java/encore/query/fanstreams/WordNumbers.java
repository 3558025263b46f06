package encore.query.fanstreams;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Numbers the words of a stream, so that each is in memory once. Labels, hashtags and authors are numbered too. */
final class WordNumbers {

    private static final int UNKNOWN = -1;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> words = new ArrayList<>();

    /** Returns the numbers of words, each once. Unknown words get new ones. */
    int[] of(List<String> given) {
        return given.stream()
                .distinct()
                .mapToInt(word -> numbers.computeIfAbsent(word, unknown -> {
                    words.add(unknown);
                    return words.size() - 1;
                }))
                .toArray();
    }

    /** Returns the number of a word, or a number that no word has. */
    int find(@Nullable String word) {
        return numbers.getOrDefault(word, UNKNOWN);
    }

    /** Returns the numbers of all words that begin with a text. */
    BitSet beginningWith(String text) {
        BitSet found = new BitSet();
        for (int number = 0; number < words.size(); number++) {
            if (words.get(number).startsWith(text)) {
                found.set(number);
            }
        }
        return found;
    }

    String word(int number) {
        return words.get(number);
    }

    int size() {
        return words.size();
    }
}
