package encore.query.batches;

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
final class PrefetchRecorder extends HandlerBatch {

    final Map<Collection<?>, Set<String>> keys = new HashMap<>();
    private boolean expectsFirstRead;

    @Override
    public <T> @Nullable T get(Collection<T> collection, String key) {
        // A document that several handlers read first is recorded once.
        if (expectsFirstRead
                && keys.computeIfAbsent(collection, it -> new HashSet<>()).add(key)) {
            expectsFirstRead = false;
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
        expectsFirstRead = true;
    }
}
