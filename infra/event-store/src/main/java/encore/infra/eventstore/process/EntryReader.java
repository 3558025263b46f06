package encore.infra.eventstore.process;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads entries: texts under keys, which are ASCII. */
public interface EntryReader {

    @Nullable
    String get(String key);

    /**
     * Lists entries by ascending key.
     *
     * @param prefix the beginning of the keys, not empty
     * @param after lists only keys after this one, unless null
     */
    List<Entry> list(String prefix, @Nullable String after, int limit);

    record Entry(String key, String value) {}

    /** Returns the least text that is greater than all keys with a prefix. */
    static String prefixEnd(String prefix) {
        int last = prefix.length() - 1;
        return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
    }
}
