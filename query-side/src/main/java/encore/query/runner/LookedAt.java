package encore.query.runner;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.Order;
import encore.infra.views.Row;
import encore.infra.views.Views.DeadLetters.Letter;
import encore.infra.views.Where;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Documents of which there are none: a fold that is tried on them tells what it looks at first, and what it writes is
 * forgotten. What it looks at then depends on what there is.
 */
final class LookedAt implements Documents.Batch {

    final Map<Collection<?>, Set<String>> keys = new HashMap<>();
    private boolean first;

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        // What others look at as well is read once for all.
        if (first && keys.computeIfAbsent(collection, it -> new HashSet<>()).add(key)) {
            first = false;
        }
        return null;
    }

    @Override
    public <T> void put(Collection<T> collection, String key, T document) {}

    @Override
    public void remove(Collection<?> collection, String key) {}

    @Override
    public long position() {
        throw tried();
    }

    @Override
    public <T> List<Row<T>> find(
            Collection<T> collection, Where where, Order order, @Nullable List<?> after, int limit) {
        throw tried();
    }

    @Override
    public <T> List<T> findAll(Collection<T> collection, Where.In among, Where where) {
        throw tried();
    }

    @Override
    public long count(Collection<?> collection, Where where, long limit) {
        throw tried();
    }

    @Override
    public void commit(long position) {
        throw tried();
    }

    @Override
    public void mark() {
        first = true;
    }

    @Override
    public void undoToMark() {
        throw tried();
    }

    @Override
    public void deadLetter(Letter letter) {
        throw tried();
    }

    @Override
    public void settled(long position) {
        throw tried();
    }

    @Override
    public void close() {}

    private static UnsupportedOperationException tried() {
        return new UnsupportedOperationException("A fold is tried");
    }
}
