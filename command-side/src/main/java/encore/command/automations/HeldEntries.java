package encore.command.automations;

import encore.infra.eventstore.process.EntryReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reads the entries of a store, and those under some prefixes from memory. They are read from the store when they are first
 * asked for. Used by one thread of the process that owns the store.
 */
final class HeldEntries implements EntryReader {

    private static final int PAGE = 1_000;

    private final EntryReader store;

    /** The held entries by prefix; null until they are asked for. */
    private final Map<String, @Nullable TreeMap<String, String>> held;

    /** @param prefixes the beginnings of the keys that are held. None is the beginning of another */
    HeldEntries(EntryReader store, Set<String> prefixes) {
        this.store = store;
        this.held = prefixes.stream().collect(Collectors.toMap(prefix -> prefix, prefix -> new TreeMap<>()));
        forget();
    }

    @Override
    public @Nullable String get(String key) {
        TreeMap<String, String> entries = entries(key);
        return entries == null ? store.get(key) : entries.get(key);
    }

    @Override
    public List<Entry> list(String prefix, @Nullable String after, int limit) {
        TreeMap<String, String> entries = entries(prefix);
        if (entries == null) {
            return store.list(prefix, after, limit);
        }
        boolean isBehind = after != null && after.compareTo(prefix) >= 0;
        List<Entry> found = new ArrayList<>();
        for (Map.Entry<String, String> each :
                entries.tailMap(isBehind ? after : prefix, !isBehind).entrySet()) {
            if (found.size() == limit || !each.getKey().startsWith(prefix)) {
                break;
            }
            found.add(new Entry(each.getKey(), each.getValue()));
        }
        return found;
    }

    /** Takes in changes that were committed to the store. */
    void committed(Map<String, @Nullable String> changes) {
        held.forEach((prefix, entries) -> {
            if (entries != null) {
                changes.forEach((key, value) -> {
                    if (key.startsWith(prefix)) {
                        if (value == null) {
                            entries.remove(key);
                        } else {
                            entries.put(key, value);
                        }
                    }
                });
            }
        });
    }

    /** Drops what is held, since the store may have changed without it. */
    void forget() {
        held.replaceAll((prefix, entries) -> null);
    }

    /** Returns the held entries that a key or prefix is of; null if it is of none. */
    private @Nullable TreeMap<String, String> entries(String key) {
        for (Map.Entry<String, @Nullable TreeMap<String, String>> each : held.entrySet()) {
            if (key.startsWith(each.getKey())) {
                TreeMap<String, String> entries = each.getValue();
                if (entries == null) {
                    entries = read(each.getKey());
                    each.setValue(entries);
                }
                return entries;
            }
        }
        return null;
    }

    private TreeMap<String, String> read(String prefix) {
        TreeMap<String, String> entries = new TreeMap<>();
        List<Entry> page = store.list(prefix, null, PAGE);
        while (!page.isEmpty()) {
            page.forEach(entry -> entries.put(entry.key(), entry.value()));
            page = store.list(prefix, entries.lastKey(), PAGE);
        }
        return entries;
    }
}
