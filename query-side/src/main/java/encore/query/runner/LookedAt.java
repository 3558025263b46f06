package encore.query.runner;

import encore.infra.views.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Documents of which there are none: a fold that is tried on them tells what it looks at first, and what it writes is
 * forgotten. What it looks at then depends on what there is.
 */
final class LookedAt extends DocumentsOfFold {

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
        throw new UnsupportedOperationException("A fold is tried");
    }

    @Override
    public void mark() {
        first = true;
    }
}
