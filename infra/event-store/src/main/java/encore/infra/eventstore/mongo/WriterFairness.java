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
    private static final long AT_LEAST = Duration.ofMillis(2).toNanos();
    private static final long AT_MOST = Duration.ofMillis(50).toNanos();
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
        insertTakes = (insertTakes * 7 + took) / 8;
        wroteAt = System.nanoTime();
        since.clear();
        lastIsOurs = true;
    }

    boolean isAlone() {
        long now = System.nanoTime();
        others.values().removeIf(seen -> now - seen > LATELY);
        return others.isEmpty();
    }

    /** Whether one of the others should write before us. */
    boolean isOthers() {
        if (!lastIsOurs && since.containsAll(others.keySet())) {
            return false;
        }
        long patience = Math.clamp(2 * insertTakes + 1_000_000, AT_LEAST, AT_MOST) * others.size() >> inVain;
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
