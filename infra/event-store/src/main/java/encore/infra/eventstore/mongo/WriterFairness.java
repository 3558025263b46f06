package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides which process may write next when several append. An eager writer would starve the others: each of them
 * collides with it, reads, decides again, and is too late again. So a process that wrote waits until each of the others
 * that wrote lately has written. The wait is limited, and halves each time that it was in vain. Confined to the
 * writer's thread.
 */
final class WriterFairness {

    static final long LOOK_EVERY = Duration.ofNanos(300_000).toNanos();

    private static final long LATELY = Duration.ofMillis(100).toNanos();
    private static final int ROUNDS_LATELY = 4;
    private static final long AT_LEAST = Duration.ofMillis(2).toNanos();
    private static final long AT_MOST = Duration.ofMillis(500).toNanos();

    /** The round trips until another process has read our group and written its own, and we have read that. */
    private static final int JOURNEYS = 3;

    private static final int TIMES_IN_VAIN = 3;

    private final Map<String, Long> others = new HashMap<>();
    private final Set<String> since = new HashSet<>();
    private long insertTakes = AT_LEAST;
    private long wroteAt;
    private boolean lastIsOurs;
    private int inVain;

    void sawOther(String by) {
        others.put(by, System.nanoTime());
        since.add(by);
        lastIsOurs = false;
        inVain = 0;
    }

    /** @param took the duration of the insert in nanoseconds */
    void wrote(long took) {
        tried(took);
        wroteAt = System.nanoTime();
        since.clear();
        lastIsOurs = true;
    }

    /** @param took the duration of an insert in nanoseconds, successful or not */
    void tried(long took) {
        insertTakes = (insertTakes * 3 + took) / 4;
    }

    boolean isAlone() {
        long now = System.nanoTime();
        long lately = Math.max(LATELY, Math.min(insertTakes, AT_MOST) * ROUNDS_LATELY * (others.size() + 1));
        others.values().removeIf(seen -> now - seen > lately);
        return others.isEmpty();
    }

    /** Returns whether another process should write before this one. */
    boolean isOthers() {
        if (!lastIsOurs && since.containsAll(others.keySet())) {
            return false;
        }
        long patience = Math.clamp(JOURNEYS * insertTakes + 1_000_000, AT_LEAST, AT_MOST) * others.size() >> inVain;
        if (System.nanoTime() - wroteAt < patience) {
            return true;
        }
        if (lastIsOurs && ++inVain > TIMES_IN_VAIN) {
            others.clear();
            inVain = 0;
        }
        return false;
    }
}
