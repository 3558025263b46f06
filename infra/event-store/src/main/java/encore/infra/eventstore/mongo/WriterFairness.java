package encore.infra.eventstore.mongo;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Decides who may go next where several processes append: an eager writer would starve the others, for each collides
 * with it, reads, decides anew and comes too late again. So one that wrote waits until each of the others that wrote
 * lately has written, though not for long, and shorter each time that it waits in vain. Confined to the writer's
 * thread.
 */
final class WriterFairness {

    static final long LOOK_EVERY = Duration.ofNanos(300_000).toNanos();

    private static final long LATELY = Duration.ofMillis(100).toNanos();
    private static final int ROUNDS_LATELY = 4;
    private static final long AT_LEAST = Duration.ofMillis(2).toNanos();
    private static final long AT_MOST = Duration.ofMillis(500).toNanos();

    /** Until another has read our group and written its own, and we have read it. */
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

    /** @param took how long the insert took */
    void wrote(long took) {
        tried(took);
        wroteAt = System.nanoTime();
        since.clear();
        lastIsOurs = true;
    }

    /** @param took how long an insert took, whatever came of it */
    void tried(long took) {
        insertTakes = (insertTakes * 3 + took) / 4;
    }

    boolean isAlone() {
        long now = System.nanoTime();
        long lately = Math.max(LATELY, Math.min(insertTakes, AT_MOST) * ROUNDS_LATELY * (others.size() + 1));
        others.values().removeIf(seen -> now - seen > lately);
        return others.isEmpty();
    }

    /** Whether one of the others should write before us. */
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
