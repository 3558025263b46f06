package encore.query.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the memory of boards. Above the limit it evicts the least recently used entries. The entries of the last
 * query stay, however large they are; otherwise each query would read them again.
 */
public final class MemoryBudget {

    private final long budget;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong clock = new AtomicLong();
    private final Set<Evictable> entries = ConcurrentHashMap.newKeySet();

    /** Held by the one thread that evicts. It guards no field: a second thread would only evict too much. */
    private final ReentrantLock shrinking = new ReentrantLock();

    /** An entry that takes memory and can be evicted. */
    public interface Evictable {

        /** Returns the tick of the last query that used it, or 0 if none did. */
        long lastUsed();

        /** Releases its memory, unless a query is using it. It does not wait for a lock. */
        void evict();
    }

    public MemoryBudget(long budget) {
        this.budget = budget;
    }

    /** Returns the tick of a new query, later than all before. */
    public long nextTick() {
        return clock.incrementAndGet();
    }

    public void add(Evictable entry, long bytes) {
        entries.add(entry);
        usedBytes.addAndGet(bytes);
    }

    public void remove(Evictable entry, long bytes) {
        entries.remove(entry);
        usedBytes.addAndGet(-bytes);
    }

    public void addBytes(long bytes) {
        if (bytes != 0) {
            usedBytes.addAndGet(bytes);
        }
    }

    public boolean fits(long bytes) {
        return usedBytes.get() + bytes <= budget;
    }

    /** Evicts entries until a tenth of the budget is free. */
    public void shrink() {
        if (usedBytes.get() <= budget) {
            return;
        }
        // Another thread that shrinks already does this one's work too.
        if (!shrinking.tryLock()) {
            return;
        }
        try {
            // The order is fixed here: an entry may be evicted even if a query uses it from now on.
            record Candidate(Evictable one, long asked) {}
            List<Candidate> candidates = entries.stream()
                    .map(one -> new Candidate(one, one.lastUsed()))
                    .sorted(Comparator.comparingLong(Candidate::asked))
                    .toList();
            long newest = candidates.isEmpty() ? 0 : candidates.getLast().asked();
            for (Candidate candidate : candidates) {
                if (usedBytes.get() <= budget - budget / 10 || (newest > 0 && candidate.asked() == newest)) {
                    return;
                }
                candidate.one().evict();
            }
        } finally {
            shrinking.unlock();
        }
    }
}
