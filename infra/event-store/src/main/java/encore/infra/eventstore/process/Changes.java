package encore.infra.eventstore.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Collects changes over entries and reads through them: one commit, or a part of one that may come to nothing. */
public final class Changes implements Entries {

    private final Entries below;
    private final TreeMap<String, @Nullable String> changed = new TreeMap<>();

    public Changes(Entries below) {
        this.below = below;
    }

    public void put(String key, String value) {
        changed.put(key, value);
    }

    public void remove(String key) {
        changed.put(key, null);
    }

    @Override
    public @Nullable String get(String key) {
        return changed.containsKey(key) ? changed.get(key) : below.get(key);
    }

    @Override
    public List<Entry> list(String prefix, @Nullable String after, int limit) {
        String from = after == null || after.compareTo(prefix) < 0 ? prefix : after;
        NavigableMap<String, @Nullable String> mine = changed.subMap(from, after == null, Entries.end(prefix), false);
        var merged = new TreeMap<String, String>();
        // As many more as may be gone here: so what is listed below reaches as far as the answer.
        for (Entry entry : below.list(prefix, after, limit + mine.size())) {
            merged.put(entry.key(), entry.value());
        }
        mine.forEach((key, value) -> {
            if (value == null) {
                merged.remove(key);
            } else {
                merged.put(key, value);
            }
        });
        var found = new ArrayList<Entry>();
        merged.entrySet().stream()
                .limit(limit)
                .forEach(entry -> found.add(new Entry(entry.getKey(), entry.getValue())));
        return found;
    }

    public boolean isEmpty() {
        return changed.isEmpty();
    }

    /** Returns what is to be written; null for what is removed. */
    public Map<String, @Nullable String> all() {
        return changed;
    }

    /** Joins what they are a part of. */
    public void join(Changes whole) {
        whole.changed.putAll(changed);
    }
}
