package encore.infra.eventstore.process;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Collects changes to entries and shows the entries with these changes. It is one commit, or a part that may be
 * dropped.
 */
public final class EntryChanges implements EntryReader {

    private final EntryReader base;
    private final TreeMap<String, @Nullable String> changed = new TreeMap<>();

    public EntryChanges(EntryReader below) {
        this.base = below;
    }

    public void put(String key, String value) {
        changed.put(key, value);
    }

    public void remove(String key) {
        changed.put(key, null);
    }

    @Override
    public @Nullable String get(String key) {
        return changed.containsKey(key) ? changed.get(key) : base.get(key);
    }

    @Override
    public List<Entry> list(String prefix, @Nullable String after, int limit) {
        String from = after == null || after.compareTo(prefix) < 0 ? prefix : after;
        NavigableMap<String, @Nullable String> ownChanges =
                changed.subMap(from, after == null, EntryReader.prefixEnd(prefix), false);
        if (ownChanges.isEmpty()) {
            return base.list(prefix, after, limit);
        }
        var merged = new TreeMap<String, String>();
        // Entries that were removed here are left out below, so read that many more.
        for (Entry entry : base.list(prefix, after, limit + ownChanges.size())) {
            merged.put(entry.key(), entry.value());
        }
        ownChanges.forEach((key, value) -> {
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

    /** Returns the new values by key; the value is null for a removed entry. */
    public Map<String, @Nullable String> all() {
        return changed;
    }

    /** Adds these changes to the whole that they are a part of. */
    public void mergeInto(EntryChanges whole) {
        whole.changed.putAll(changed);
    }
}
