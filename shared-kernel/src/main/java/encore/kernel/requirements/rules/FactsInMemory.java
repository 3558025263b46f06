package encore.kernel.requirements.rules;

import encore.kernel.Refusal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The documents of a fold in memory. Used by one thread. */
public final class FactsInMemory implements FactStore {

    private final Map<Class<?>, Map<String, Record>> byType = new HashMap<>();

    /** Types that were listed. Most are not, and need no order. */
    private final Map<Class<?>, TreeMap<String, Record>> sorted = new HashMap<>();

    private final long limit;
    private long size;

    public FactsInMemory() {
        this(Long.MAX_VALUE);
    }

    /** @param limit the most documents; one more is refused */
    public FactsInMemory(long limit) {
        this.limit = limit;
    }

    @Override
    public <T> @Nullable T get(Class<T> type, String key) {
        Map<String, Record> documents = byType.get(type);
        return documents == null ? null : type.cast(documents.get(key));
    }

    @Override
    public void put(String key, Record document) {
        Record before = byType.computeIfAbsent(document.getClass(), type -> new HashMap<>())
                .put(key, document);
        if (before == null && ++size > limit) {
            throw new Refusal(
                    Refusal.Kind.UNAVAILABLE,
                    "too-many-facts",
                    "More fans are concerned than this node can hold in memory. Ask about an earlier moment.");
        }
        TreeMap<String, Record> inOrder = sorted.get(document.getClass());
        if (inOrder != null) {
            inOrder.put(key, document);
        }
    }

    @Override
    public void remove(Class<? extends Record> type, String key) {
        Map<String, Record> documents = byType.get(type);
        if (documents != null && documents.remove(key) != null) {
            size--;
            TreeMap<String, Record> inOrder = sorted.get(type);
            if (inOrder != null) {
                inOrder.remove(key);
            }
        }
    }

    @Override
    public <T extends Record> List<KeyedFact<T>> list(Class<T> type, String keys, @Nullable String after, int limit) {
        if (!byType.containsKey(type)) {
            return List.of();
        }
        TreeMap<String, Record> documents = sorted.computeIfAbsent(type, each -> new TreeMap<>(byType.get(each)));
        boolean isBehind = after != null && after.compareTo(keys) >= 0;
        List<KeyedFact<T>> found = new ArrayList<>();
        for (Map.Entry<String, Record> entry :
                documents.tailMap(isBehind ? after : keys, !isBehind).entrySet()) {
            if (found.size() == limit || !entry.getKey().startsWith(keys)) {
                break;
            }
            found.add(new KeyedFact<>(entry.getKey(), type.cast(entry.getValue())));
        }
        return found;
    }

    /** Returns all documents by type and key. */
    public Map<Class<?>, Map<String, Record>> documents() {
        Map<Class<?>, Map<String, Record>> all = new HashMap<>();
        byType.forEach((type, documents) -> {
            if (!documents.isEmpty()) {
                all.put(type, new TreeMap<>(documents));
            }
        });
        return all;
    }
}
