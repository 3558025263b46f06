package encore.query.points;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * How much may be in memory, and who leaves when it becomes more: those whom nobody has asked for the longest. What the last
 * question looked at stays, however large it is: else each question would read it again.
 */
final class Room {

    private final long budget;
    private final AtomicLong taken = new AtomicLong();
    private final AtomicLong time = new AtomicLong();
    private final Set<Kept> here = ConcurrentHashMap.newKeySet();
    private final ReentrantLock shrinking = new ReentrantLock();

    /** Something that takes room. */
    interface Kept {

        /** When it was asked for last, 0 for never. */
        long lastAsked();

        /** Leaves, unless somebody needs it. */
        void letGo();
    }

    Room(long budget) {
        this.budget = budget;
    }

    /** The time of a question, later than that of all before it. */
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

    /** Has some leave until a tenth of the room is free; whoever calls holds no account's lock. */
    void shrink() {
        if (taken.get() <= budget) {
            return;
        }
        shrinking.lock();
        try {
            // Asked for meanwhile, one may leave all the same: it is sorted by what was.
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
