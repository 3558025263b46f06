package encore.command.automations;

import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.OutboxCommand;
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

    private final Map<String, ArrayDeque<OutboxCommand>> byKey = new HashMap<>();
    private final Queue<String> readyKeys = new ArrayDeque<>();
    private final PriorityQueue<Pause> pauses = new PriorityQueue<>(Comparator.comparingLong(Pause::until));
    private final Map<String, Integer> attempts = new HashMap<>();
    private final Set<String> inFlightKeys;
    private final Set<String> blockedKeys = new HashSet<>();
    private final TreeMap<Long, Integer> openCommands = new TreeMap<>();

    /** Due timers with open commands, by time. */
    private final TreeMap<AutomationTimer, Integer> openTimers =
            new TreeMap<>(Comparator.comparingLong(AutomationTimer::at)
                    .thenComparing(AutomationTimer::key)
                    .thenComparing(AutomationTimer::since));

    private int size;

    private record Pause(String key, long until) {}

    /** @param inFlightKeys keys of commands that are still in flight from the outbox before */
    Outbox(Set<String> inFlightKeys) {
        this.inFlightKeys = new HashSet<>(inFlightKeys);
    }

    void add(OutboxCommand command) {
        ArrayDeque<OutboxCommand> queue = byKey.computeIfAbsent(command.orderKey(), key -> new ArrayDeque<>());
        queue.add(command);
        size++;
        AutomationTimer timer = command.timer();
        if (timer == null) {
            openCommands.merge(command.position(), 1, Integer::sum);
        } else {
            openTimers.merge(timer, 1, Integer::sum);
        }
        if (queue.size() == 1
                && !inFlightKeys.contains(command.orderKey())
                && !blockedKeys.contains(command.orderKey())) {
            readyKeys.add(command.orderKey());
        }
    }

    /** Takes the next command that may be sent now, or returns null. */
    @Nullable
    OutboxCommand next(long now) {
        while (!pauses.isEmpty() && pauses.peek().until() - now <= 0) {
            readyKeys.add(pauses.remove().key());
        }
        String key = readyKeys.poll();
        if (key == null) {
            return null;
        }
        inFlightKeys.add(key);
        return queue(key).element();
    }

    /** Removes a command whose outcome is known. The next one of its key may be sent. */
    void complete(OutboxCommand command) {
        String key = command.orderKey();
        ArrayDeque<OutboxCommand> queue = queue(key);
        queue.remove();
        size--;
        AutomationTimer timer = command.timer();
        if (timer == null) {
            openCommands.computeIfPresent(command.position(), (position, left) -> left == 1 ? null : left - 1);
        } else {
            openTimers.computeIfPresent(timer, (same, left) -> left == 1 ? null : left - 1);
        }
        attempts.remove(key);
        if (queue.isEmpty()) {
            byKey.remove(key);
        }
        release(key);
    }

    /** Releases a key whose command is no longer in flight. */
    void release(String key) {
        inFlightKeys.remove(key);
        if (byKey.containsKey(key) && !blockedKeys.contains(key)) {
            readyKeys.add(key);
        }
    }

    /** Sends a command again after a pause that grows with each attempt. */
    void retryLater(OutboxCommand command, long now) {
        String key = command.orderKey();
        inFlightKeys.remove(key);
        int attempt = attempts.merge(key, 1, Integer::sum);
        pauses.add(new Pause(key, now + Math.min(LONGEST_PAUSE, FIRST_PAUSE << Math.min(attempt - 1, 10))));
    }

    /** Blocks a key whose first command failed with a fault. */
    void block(String key) {
        inFlightKeys.remove(key);
        blockedKeys.add(key);
        readyKeys.remove(key);
    }

    /** Unblocks a key. */
    void unblock(String key) {
        if (blockedKeys.remove(key)) {
            release(key);
        }
    }

    private ArrayDeque<OutboxCommand> queue(String key) {
        return Objects.requireNonNull(byKey.get(key), key);
    }

    /** Returns when the next pause ends, as a time of {@link System#nanoTime}, or null. */
    @Nullable
    Long nextPauseEnds() {
        Pause next = pauses.peek();
        return next == null ? null : next.until();
    }

    int size() {
        return size;
    }

    /** Counts the waiting commands whose keys are not blocked. */
    int sendable() {
        return size
                - blockedKeys.stream()
                        .mapToInt(key -> byKey.containsKey(key) ? queue(key).size() : 0)
                        .sum();
    }

    Set<String> inFlightKeys() {
        return inFlightKeys;
    }

    /** Returns the due timers that have open commands, by time. */
    Set<AutomationTimer> openTimers() {
        return openTimers.keySet();
    }

    /** Counts the open commands of an event. */
    int openCommands(long position) {
        return openCommands.getOrDefault(position, 0);
    }

    /** Returns the position of the first event with an open command, or null. */
    @Nullable
    Long firstOpenPosition() {
        return openCommands.isEmpty() ? null : openCommands.firstKey();
    }
}
