package encore.query.runner;

import encore.infra.views.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Records the first document that each handler reads. A handler runs on it as on an empty collection, and its writes
 * are discarded. Later reads depend on the documents' contents, so they are not recorded.
 */
final class LookedAt extends DocumentsOfFold {

    final Map<Collection<?>, Set<String>> keys = new HashMap<>();
    private boolean first;

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        // A document that several handlers read first is recorded once.
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
        throw new UnsupportedOperationException("A handler is only tried here; there is no position");
    }

    @Override
    public void mark() {
        first = true;
    }
}
