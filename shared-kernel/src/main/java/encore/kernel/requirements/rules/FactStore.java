package encore.kernel.requirements.rules;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The small documents of a fold, by type and key. Documents are records; keys are ASCII. An automation keeps them in its
 * store, a simulation in memory.
 */
public interface FactStore {

    <T> @Nullable T get(Class<T> type, String key);

    void put(String key, Record document);

    void remove(Class<? extends Record> type, String key);

    /**
     * Returns documents by ascending key.
     *
     * @param keys the prefix of their keys
     * @param after the key to start after, or null
     */
    <T extends Record> List<KeyedFact<T>> list(Class<T> type, String keys, @Nullable String after, int limit);

    /** Returns all documents whose keys have a prefix. Use it only where a rule bounds their number. */
    default <T extends Record> List<KeyedFact<T>> all(Class<T> type, String keys) {
        List<KeyedFact<T>> all = new ArrayList<>();
        List<KeyedFact<T>> page = list(type, keys, null, PAGE);
        while (!page.isEmpty()) {
            all.addAll(page);
            page = page.size() < PAGE
                    ? List.of()
                    : list(type, keys, page.getLast().key(), PAGE);
        }
        return all;
    }

    /** Returns whether there is a document whose key has a prefix. */
    default boolean has(Class<? extends Record> type, String keys) {
        return !list(type, keys, null, 1).isEmpty();
    }

    /** The number of documents that are read at once. */
    int PAGE = 1_000;

    /** A document and its key. */
    record KeyedFact<T extends Record>(String key, T document) {}
}
