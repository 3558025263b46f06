package encore.command.automations;

import encore.infra.eventstore.process.Outgoing;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Queues commands by their order key. One command of each key is in flight; other keys do not wait for it. Used by one
 * thread.
 */
final class Outbox {

    private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();
    private static final long LONGEST_PAUSE = Duration.ofSeconds(10).toNanos();

    private final Map<String, ArrayDeque<Outgoing>> byKey = new HashMap<>();
    private final Queue<String> ready = new ArrayDeque<>();
    private final PriorityQueue<Pause> pausing = new PriorityQueue<>(Comparator.comparingLong(Pause::until));
    private final Map<String, Integer> tries = new HashMap<>();
    private final Set<String> onTheWay;
    private final Set<String> held = new HashSet<>();
    private final TreeMap<Long, Integer> open = new TreeMap<>();
    private int size;

    private record Pause(String key, long until) {}

    /** @param onTheWay keys of commands that are still in flight from the outbox before */
    Outbox(Set<String> onTheWay) {
        this.onTheWay = new HashSet<>(onTheWay);
    }

    void add(Outgoing outgoing) {
        ArrayDeque<Outgoing> queue = byKey.computeIfAbsent(outgoing.orderKey(), key -> new ArrayDeque<>());
        queue.add(outgoing);
        size++;
        open.merge(outgoing.position(), 1, Integer::sum);
        if (queue.size() == 1 && !onTheWay.contains(outgoing.orderKey()) && !held.contains(outgoing.orderKey())) {
            ready.add(outgoing.orderKey());
        }
    }

    /** Takes the next command that may be sent now, or returns null. */
    @Nullable
    Outgoing next(long now) {
        while (!pausing.isEmpty() && pausing.peek().until() - now <= 0) {
            ready.add(pausing.remove().key());
        }
        String key = ready.poll();
        if (key == null) {
            return null;
        }
        onTheWay.add(key);
        return queue(key).element();
    }

    /** Removes a command whose outcome is known. The next one of its key may be sent. */
    void settled(Outgoing outgoing) {
        String key = outgoing.orderKey();
        ArrayDeque<Outgoing> queue = queue(key);
        queue.remove();
        size--;
        open.computeIfPresent(outgoing.position(), (position, left) -> left == 1 ? null : left - 1);
        tries.remove(key);
        if (queue.isEmpty()) {
            byKey.remove(key);
        }
        returned(key);
    }

    /** Releases a key whose command is no longer in flight. */
    void returned(String key) {
        onTheWay.remove(key);
        if (byKey.containsKey(key) && !held.contains(key)) {
            ready.add(key);
        }
    }

    /** Sends a command again after a pause that grows with each attempt. */
    void again(Outgoing outgoing, long now) {
        String key = outgoing.orderKey();
        onTheWay.remove(key);
        int tried = tries.merge(key, 1, Integer::sum);
        pausing.add(new Pause(key, now + Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tried - 1, 10))));
    }

    /** Blocks a key whose first command failed with a fault. */
    void hold(String key) {
        onTheWay.remove(key);
        held.add(key);
        ready.remove(key);
    }

    /** Unblocks a key. */
    void free(String key) {
        if (held.remove(key)) {
            returned(key);
        }
    }

    private ArrayDeque<Outgoing> queue(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** Returns when the next pause ends, as a time of {@link System#nanoTime}, or null. */
    @Nullable
    Long nextPauseEnds() {
        Pause next = pausing.peek();
        return next == null ? null : next.until();
    }

    int size() {
        return size;
    }

    /** Counts the waiting commands whose keys are not blocked. */
    int sendable() {
        return size
                - held.stream()
                        .mapToInt(key -> byKey.containsKey(key) ? queue(key).size() : 0)
                        .sum();
    }

    Set<String> onTheWay() {
        return onTheWay;
    }

    /** Counts the open commands of an event. */
    int open(long position) {
        return open.getOrDefault(position, 0);
    }

    /** Returns the position of the first event with an open command, or null. */
    @Nullable
    Long firstOpen() {
        return open.isEmpty() ? null : open.firstKey();
    }
}
