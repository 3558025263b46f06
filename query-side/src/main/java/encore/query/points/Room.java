package encore.query.points;

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
final class Room {

    private final long budget;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong time = new AtomicLong();
    private final Set<Kept> here = ConcurrentHashMap.newKeySet();
    private final ReentrantLock shrinking = new ReentrantLock();

    /** An entry that takes memory and can be evicted. */
    interface Kept {

        /** Returns the tick of the last query that used it, or 0 if none did. */
        long lastAsked();

        /** Releases its memory, unless a query is using it. */
        void letGo();
    }

    Room(long budget) {
        this.budget = budget;
    }

    /** Returns the tick of a new query, later than all before. */
    long now() {
        return time.incrementAndGet();
    }

    void took(Kept one, long bytes) {
        here.add(one);
        taken.addAndGet(bytes);
    }

    void left(Kept one, long bytes) {
        here.remove(one);
        taken.addAndGet(-bytes);
    }

    void changed(long bytes) {
        if (bytes != 0) {
            taken.addAndGet(bytes);
        }
    }

    boolean hasRoomFor(long bytes) {
        return taken.get() + bytes <= budget;
    }

    /** Evicts entries until a tenth of the budget is free. The caller must not hold the lock of any account. */
    void shrink() {
        if (taken.get() <= budget) {
            return;
        }
        shrinking.lock();
        try {
            // The order is fixed here: an entry may be evicted even if a query uses it from now on.
            record Candidate(Kept one, long asked) {}
            List<Candidate> candidates = here.stream()
                    .map(one -> new Candidate(one, one.lastAsked()))
                    .sorted(Comparator.comparingLong(Candidate::asked))
                    .toList();
            long newest = candidates.isEmpty() ? 0 : candidates.getLast().asked();
            for (Candidate candidate : candidates) {
                if (taken.get() <= budget - budget / 10 || (newest > 0 && candidate.asked() == newest)) {
                    return;
                }
                candidate.one().letGo();
            }
        } finally {
            shrinking.unlock();
        }
    }
}
