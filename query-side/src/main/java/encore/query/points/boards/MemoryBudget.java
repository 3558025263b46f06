package encore.query.points.boards;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Limits the memory of all boards. Above the limit it evicts the least recently used entries. The entries of the last
 * query stay, however large they are; otherwise each query would read them again.
 */
final class MemoryBudget {

    private final long budget;
    private final AtomicLong usedBytes = new AtomicLong();
    private final AtomicLong clock = new AtomicLong();
    private final Set<Evictable> entries = ConcurrentHashMap.newKeySet();

    /** Held by the one thread that evicts. It guards no field: a second thread would only evict too much. */
    private final ReentrantLock shrinking = new ReentrantLock();

    /** An entry that takes memory and can be evicted. */
    interface Evictable {

        /** Returns the tick of the last query that used it, or 0 if none did. */
        long lastUsed();

        /** Releases its memory, unless a query is using it. It does not wait for a lock. */
        void evict();
    }

    MemoryBudget(long budget) {
        this.budget = budget;
    }

    /** Returns the tick of a new query, later than all before. */
    long nextTick() {
        return clock.incrementAndGet();
    }

    void add(Evictable entry, long bytes) {
        entries.add(entry);
        usedBytes.addAndGet(bytes);
    }

    void remove(Evictable entry, long bytes) {
        entries.remove(entry);
        usedBytes.addAndGet(-bytes);
    }

    void addBytes(long bytes) {
        if (bytes != 0) {
            usedBytes.addAndGet(bytes);
        }
    }

    boolean fits(long bytes) {
        return usedBytes.get() + bytes <= budget;
    }

    /** Evicts entries until a tenth of the budget is free. */
    void shrink() {
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
