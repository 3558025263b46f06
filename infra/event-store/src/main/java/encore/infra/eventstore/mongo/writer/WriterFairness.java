package encore.infra.eventstore.mongo.writer;

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

    static final long POLL_NANOS = Duration.ofNanos(300_000).toNanos();

    private static final long RECENT_NANOS = Duration.ofMillis(100).toNanos();
    private static final int RECENT_ROUNDS = 4;
    private static final long MIN_TURN = Duration.ofMillis(2).toNanos();
    private static final long MAX_TURN = Duration.ofMillis(500).toNanos();

    /** The round trips until another process has read our group and written its own, and we have read that. */
    private static final int ROUND_TRIPS = 3;

    private static final int MAX_WASTED_WAITS = 3;

    private final Map<String, Long> others = new HashMap<>();
    private final Set<String> wroteSinceOurs = new HashSet<>();
    private long averageInsert = MIN_TURN;
    private long wroteAt;
    private boolean lastIsOurs;
    private int wastedWaits;

    void noteForeignCommit(String by) {
        others.put(by, System.nanoTime());
        wroteSinceOurs.add(by);
        lastIsOurs = false;
        wastedWaits = 0;
    }

    /** @param took the duration of the insert in nanoseconds */
    void noteOwnInsert(long took) {
        noteInsertDuration(took);
        wroteAt = System.nanoTime();
        wroteSinceOurs.clear();
        lastIsOurs = true;
    }

    /** @param took the duration of an insert in nanoseconds, successful or not */
    void noteInsertDuration(long took) {
        averageInsert = (averageInsert * 3 + took) / 4;
    }

    boolean isAlone() {
        long now = System.nanoTime();
        long lately = Math.max(RECENT_NANOS, Math.min(averageInsert, MAX_TURN) * RECENT_ROUNDS * (others.size() + 1));
        others.values().removeIf(lastSeen -> now - lastSeen > lately);
        return others.isEmpty();
    }

    /** Returns whether another process should write before this one. */
    boolean isOthersTurn() {
        if (!lastIsOurs && wroteSinceOurs.containsAll(others.keySet())) {
            return false;
        }
        long maxWait =
                Math.clamp(ROUND_TRIPS * averageInsert + 1_000_000, MIN_TURN, MAX_TURN) * others.size() >> wastedWaits;
        if (System.nanoTime() - wroteAt < maxWait) {
            return true;
        }
        if (lastIsOurs && ++wastedWaits > MAX_WASTED_WAITS) {
            others.clear();
            wastedWaits = 0;
        }
        return false;
    }
}
