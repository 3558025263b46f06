package encore.infra.eventstore.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads texts by their keys, which are ASCII. */
public interface Entries {

    @Nullable
    String get(String key);

    /**
     * Entries by ascending key.
     *
     * @param prefix that the keys begin with, not empty
     * @param after a key to begin behind, or null
     */
    List<Entry> list(String prefix, @Nullable String after, int limit);

    record Entry(String key, String value) {}

    /** The first string that is no prefix's any more: a bound above all keys that begin with it. */
    static String end(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }
}
