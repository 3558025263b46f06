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

/** Queues commands by their order key: one of each key is on its way, those of other keys go on. Of one thread. */
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

    /** @param onTheWay keys of which one is still on its way since before */
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

    /** Takes the next one that may go now, or null. */
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

    /** Its outcome is known: the next of its key may go. */
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

    /** One of this key that was on its way is no longer. */
    void returned(String key) {
        onTheWay.remove(key);
        if (byKey.containsKey(key) && !held.contains(key)) {
            ready.add(key);
        }
    }

    /** Sends it again after a pause that grows. */
    void again(Outgoing outgoing, long now) {
        String key = outgoing.orderKey();
        onTheWay.remove(key);
        int tried = tries.merge(key, 1, Integer::sum);
        pausing.add(new Pause(key, now + Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(tried - 1, 10))));
    }

    /** Holds a key up, whose first command broke. */
    void hold(String key) {
        onTheWay.remove(key);
        held.add(key);
        ready.remove(key);
    }

    /** Lets a key go on. */
    void free(String key) {
        if (held.remove(key)) {
            returned(key);
        }
    }

    private ArrayDeque<Outgoing> queue(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** Tells when the next pause ends, as a time of {@link System#nanoTime}, or null. */
    @Nullable
    Long nextPauseEnds() {
        Pause next = pausing.peek();
        return next == null ? null : next.until();
    }

    int size() {
        return size;
    }

    /** Counts those that wait and are not held up. */
    int sendable() {
        return size
                - held.stream()
                        .mapToInt(key -> byKey.containsKey(key) ? queue(key).size() : 0)
                        .sum();
    }

    Set<String> onTheWay() {
        return onTheWay;
    }

    /** Counts an event's commands that are open. */
    int open(long position) {
        return open.getOrDefault(position, 0);
    }

    /** The first event of which a command is open, or null. */
    @Nullable
    Long firstOpen() {
        return open.isEmpty() ? null : open.firstKey();
    }
}
