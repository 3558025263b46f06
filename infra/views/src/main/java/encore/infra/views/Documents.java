package encore.infra.views;

import encore.infra.views.criteria.Order;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.criteria.Where;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The documents of one version of a projection, as one query sees them. {@link Views.Version#read} says whether all
 * calls see the same state.
 */
public interface Documents {

    /** Returns the position of the last event that is certainly applied to these documents. */
    long position();

    <T> @Nullable T get(Collection<T> collection, String key);

    /** Returns the existing documents among many keys, by key: one read, where {@link #get} needs one for each. */
    default <T> Map<String, T> getAll(Collection<T> collection, java.util.Collection<String> keys) {
        return getOneByOne(collection, keys);
    }

    /**
     * Returns the same as {@link #getAll} with one {@link #get} for each key. For implementations that hold some of the
     * documents themselves.
     */
    default <T> Map<String, T> getOneByOne(Collection<T> collection, java.util.Collection<String> keys) {
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
     * Walks a declared index, one keyset page at a time. The index has to begin with fields that {@code where} sets to
     * one value, and continue with the fields of the order. The rest of {@code where} filters the documents that the
     * walk meets. A document that lacks a field of the order is not met.
     *
     * @param after the values of the order's fields and then the key of the last row of the page before; null for the
     *     first page
     * @param limit at least 1
     * @throws ScanRefused when no declared index fits
     */
    <T> List<Row<T>> find(Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit);

    /** Returns the keys of the documents that {@link #find} meets. An adapter may skip reading the documents. */
    default List<String> keys(Collection<?> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        return find(collection, where, order, after, limit).stream()
                .<String>map(Row::key)
                .toList();
    }

    /**
     * Returns all documents that have one of many values in a field and match {@code where}, in no order. This is one
     * walk of an index that begins with the field, where {@link #find} needs one for each value. The caller has to know
     * that the result is small enough.
     *
     * @param where its equalities are looked for in the index too, as far as the index has them after the field
     * @throws ScanRefused when no declared index begins with the field
     */
    <T> List<T> findAll(Collection<T> collection, Where.In among, Where where);

    /** Counts the matching documents, up to the limit. */
    long count(Collection<?> collection, Where where, long limit);

    /**
     * The documents as a writer's open batch sees them, including its own writes. Documents are kept as objects until
     * the commit.
     */
    interface Batch extends Documents, AutoCloseable {

        /**
         * Prefetches documents that will be read one by one, where one query is cheaper. Reads return the same with or
         * without it.
         */
        default void prefetch(Collection<?> collection, Set<String> keys) {}

        <T> void put(Collection<T> collection, String key, T document);

        void remove(Collection<?> collection, String key);

        /** Stores documents and position together, exactly once, and keeps the checksums current. */
        void commit(long position);

        /** Returns whether the batch changes a document or a dead letter. Without a change only the position is new. */
        boolean isChanged();

        /** Marks the beginning of an event. */
        void mark();

        /** Undoes the writes since {@link #mark} and keeps the rest of the batch. */
        void undoToMark();

        /** Records with this batch that an event could not be applied. */
        void addDeadLetter(Views.DeadLetters.Letter letter);

        /** Removes a dead letter with this batch, because its event was applied or does not matter any more. */
        void removeDeadLetter(long position);

        /** Discards the batch unless it was committed. */
        @Override
        void close();
    }
}
