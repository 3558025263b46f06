package encore.command.automations;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.EntryChanges;
import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.EntryReader.Entry;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The waiting timers of an automation, as its store has them. Only the first ones are in memory. The store finds the next
 * ones by time and each one by key. Used by one thread.
 */
final class Timers {

    private static final int PAGE = 100;
    private static final int MAX_IN_MEMORY = 1_000;

    /** All waiting timers whose entries by time are not after {@link #end}. */
    private final TreeMap<String, AutomationTimer> first = new TreeMap<>();

    /** No waiting timer before this key is missing in memory; null when none is missing at all. */
    private @Nullable String end;

    private long waiting;

    /** @param stored the timers as the store has them; null when none waits */
    Timers(AutomationProgress.@Nullable Timers stored) {
        waiting = stored == null ? 0 : stored.waiting();
        // Entries before the next one need not be looked at: the store may keep marks of removed entries there.
        end = stored == null ? null : AutomationTimer.timePrefix(stored.next());
    }

    /** Returns the first waiting timer by time and key, or null. */
    @Nullable
    AutomationTimer next(EntryReader store) {
        if (first.isEmpty() && end != null) {
            List<Entry> page = store.list(AutomationTimer.BY_TIME, end, PAGE);
            for (Entry entry : page) {
                first.put(entry.key(), EventJson.mapper().readValue(entry.value(), AutomationTimer.class));
            }
            end = page.size() < PAGE ? null : page.getLast().key();
        }
        return first.isEmpty() ? null : first.firstEntry().getValue();
    }

    /** Sets a timer, in the place of the waiting one of the same key. */
    void set(AutomationTimer timer, EntryChanges batch) {
        cancel(timer.key(), batch);
        String key = timer.timeKey();
        batch.put(key, EventJson.mapper().writeValueAsString(timer));
        batch.put(AutomationTimer.BY_KEY + timer.key(), Long.toString(timer.at()));
        waiting++;
        if (end == null || key.compareTo(end) <= 0) {
            first.put(key, timer);
            if (first.size() > MAX_IN_MEMORY) {
                while (first.size() > PAGE) {
                    first.pollLastEntry();
                }
                end = first.lastKey();
            }
        }
    }

    /** Removes the waiting timer of a key, if there is one. */
    void cancel(String key, EntryChanges batch) {
        Long at = at(key, batch);
        if (at != null) {
            remove(AutomationTimer.timeKey(at, key), key, batch);
        }
    }

    /** Removes a waiting timer. */
    void remove(AutomationTimer timer, EntryChanges batch) {
        remove(timer.timeKey(), timer.key(), batch);
    }

    private void remove(String timeKey, String key, EntryChanges batch) {
        first.remove(timeKey);
        batch.remove(timeKey);
        batch.remove(AutomationTimer.BY_KEY + key);
        waiting--;
    }

    /** Returns the time of the waiting timer of a key in milliseconds since 1970, or null. */
    static @Nullable Long at(String key, EntryReader store) {
        String at = store.get(AutomationTimer.BY_KEY + key);
        return at == null ? null : Long.valueOf(at);
    }

    /** Returns what the progress says of the timers; null when none waits. */
    AutomationProgress.@Nullable Timers progress(EntryReader store) {
        AutomationTimer next = next(store);
        return next == null ? null : new AutomationProgress.Timers(waiting, next.at());
    }
}
