package encore.infra.views;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One version of a projection's collections, as one question sees them; how far all calls see one state, {@link
 * Views.Version#read} says.
 */
public interface Documents {

    /** The position of the last event that is surely applied to these documents. */
    long position();

    <T> @Nullable T get(Collection<T> collection, String key);

    /** Those of many documents that are there, by their keys: one reading, where {@link #get} is one for each. */
    default <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getEach(collection, keys);
    }

    /** The same one by one, for whoever holds some of them itself. */
    default <T> Map<String, T> getEach(Collection<T> collection, java.util.Collection<String> keys) {
        Map<String, T> found = new HashMap<>();
        for (String key : keys) {
            T document = get(collection, key);
            if (document != null) {
                found.put(key, document);
            }
        }
        return found;
    }

    /**
     * Walks a declared index, keyset-paged: one whose fields are some that {@code where} wants equal, and then the
     * order's. The rest of {@code where} filters what the walk meets. A document that lacks a field of the order is not
     * met.
     *
     * @param after the values of the order's fields and then the key of the last row seen; null from the start
     * @param limit at least 1
     * @throws ScanRefused when no declared index fits
     */
    <T> List<Row<T>> find(Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit);

    /** The keys of what {@link #find} meets, for whoever needs no more: an adapter may spare itself the documents. */
    default List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return find(collection, where, order, after, limit).stream()
                .<String>map(Row::key)
                .toList();
    }

    /**
     * All documents that have one of many values in a field, and meet {@code where}, in no order: one walk of an index that
     * begins with the field, where {@link #find} is one for each value. Whoever asks knows that they are not too many.
     *
     * @param where what it wants equal is looked for in the index as well, as far as it stands there behind the field
     * @throws ScanRefused when no declared index begins with the field
     */
    <T> List<T> findAll(Collection<T> collection, Where.In among, Where where);

    /** Counts those that match, no further than the limit. */
    long count(Collection<?> collection, Where where, long limit);

    /** Inside a batch: what it has written is what it sees. Documents are kept as they are until the commit. */
    interface Batch extends Documents, AutoCloseable {

        /** Reads at once what will be looked at one by one, where that is cheaper; whatever is looked at is the same. */
        default void expect(Collection<?> collection, Set<String> keys) {}

        <T> void put(Collection<T> collection, String key, T document);

        void remove(Collection<?> collection, String key);

        /** Stores documents and position together, exactly once; the checksums are kept current. */
        void commit(long position);

        /** Marks where an event begins. */
        void mark();

        /** Undoes what one event wrote since {@link #mark}, and keeps the rest of the batch. */
        void undoToMark();

        /** Records with this batch that an event could not be applied. */
        void deadLetter(Views.DeadLetters.Letter letter);

        /** Takes a dead letter away with this batch: its event was applied, or matters no more. */
        void settled(long position);

        /** Gives the batch up unless it was committed. */
        @Override
        void close();
    }
}
