package encore.api.queues;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.Command;
import encore.kernel.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Commands of fans on their way to the command side: look-ups of sessions, and what fans do in live shows. Thousands come
 * within a second, and the command side refuses what exceeds its bounds at once (503 {@code busy}). So each account has a
 * queue here: who arrives goes first, then answers, chat messages and interactions. A command that is refused as busy is sent
 * again while 5 seconds last.
 *
 * <p>A command that was accepted is sent even if its caller goes away. A command that finds no room, or whose 5 seconds
 * are over, is refused (503).
 */
@Component
public class CommandQueue {

    /** The order in which waiting commands are sent, and the number of commands of an account that may wait. */
    public enum Priority {
        /** Look-ups of sessions, and joins. */
        ARRIVAL(20_000, Share.ARRIVALS),
        ANSWER(20_000, Share.ANSWERS),
        CHAT(5_000, Share.MESSAGES),
        INTERACTION(5_000, Share.MESSAGES);

        private final int capacity;
        private final Share share;

        Priority(int capacity, Share share) {
            this.capacity = capacity;
            this.share = share;
        }
    }

    /** The number of commands of a kind that may be in flight at a time. Thousands who arrive leave room to others. */
    enum Share {
        ARRIVALS(128),
        ANSWERS(MAX_IN_FLIGHT),
        MESSAGES(192);

        final int most;

        Share(int most) {
            this.most = most;
        }
    }

    /** Half of what the command side accepts of an account, so that calls of its staff find room. */
    static final int MAX_IN_FLIGHT = 256;

    /** Commands of all accounts that may wait: some 50 MB. */
    static final int MAX_WAITING = 60_000;

    static final Duration LIFETIME = Duration.ofSeconds(5);

    private static final String BUSY = "busy";

    private final Backend backend;
    private final Scheduler scheduler;
    private final LongSupplier nanoTime;
    private final ConcurrentMap<Long, AccountQueue> queues = new ConcurrentHashMap<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final Counter refused;

    @Autowired
    public CommandQueue(Backend backend, MeterRegistry meters) {
        this(backend, meters, Schedulers.parallel(), System::nanoTime);
    }

    CommandQueue(Backend backend, MeterRegistry meters, Scheduler scheduler, LongSupplier nanoTime) {
        this.backend = backend;
        this.scheduler = scheduler;
        this.nanoTime = nanoTime;
        Gauge.builder("encore.queue.commands", waiting, AtomicInteger::get)
                .description("Commands of fans that wait at this gateway")
                .register(meters);
        refused = Counter.builder("encore.queue.refused")
                .description("Commands of fans that found no room or waited for 5 seconds")
                .register(meters);
    }

    /**
     * Sends a command when its turn has come. The Mono fails with a {@link Refusal}: that of the command, or {@code busy}
     * (503) if the queue is full or the command side had no room for 5 seconds.
     */
    public <R> Mono<R> send(Caller caller, Priority priority, Command<R> command) {
        return Mono.defer(() -> {
            // A command that is sent again is the same request.
            var sender = new Caller(
                    caller.account(), caller.actor(), caller.context().forNextCommand());
            var entry = new Entry<>(sender, priority, command, nanoTime.getAsLong() + LIFETIME.toNanos());
            return accept(entry) ? entry.result.asMono() : Mono.error(busyRefusal());
        });
    }

    private boolean accept(Entry<?> entry) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            return false;
        }
        boolean[] isAccepted = new boolean[1];
        List<Entry<?>> next = new ArrayList<>();
        // The queue of an account is removed when it is empty, so it is changed under its key.
        queues.compute(entry.caller.account(), (account, existing) -> {
            AccountQueue queue = existing == null ? new AccountQueue() : existing;
            isAccepted[0] = queue.add(entry);
            queue.takeNext(next);
            return queue.isEmpty() ? null : queue;
        });
        if (!isAccepted[0]) {
            waiting.decrementAndGet();
        }
        next.forEach(this::start);
        return isAccepted[0];
    }

    private void start(Entry<?> entry) {
        waiting.decrementAndGet();
        attempt(entry, 0);
    }

    private <R> void attempt(Entry<R> entry, int attempt) {
        if (nanoTime.getAsLong() - entry.deadline > 0) {
            fail(entry, busyRefusal());
            return;
        }
        Mono.defer(() -> backend.send(entry.caller, entry.command))
                .subscribe(
                        answer -> succeed(entry, answer),
                        failure -> {
                            if (isBusy(failure)) {
                                scheduler.schedule(() -> attempt(entry, attempt + 1), pauseNanos(attempt), NANOSECONDS);
                            } else {
                                fail(entry, failure);
                            }
                        },
                        () -> succeed(entry, null));
    }

    private static boolean isBusy(Throwable failure) {
        return failure instanceof Refusal refusal
                && refusal.kind() == Refusal.Kind.UNAVAILABLE
                && refusal.type().equals(BUSY);
    }

    private static long pauseNanos(int attempt) {
        long longest = Duration.ofMillis(10L << Math.min(attempt, 4)).toNanos();
        return ThreadLocalRandom.current().nextLong(longest / 2, longest);
    }

    /** Answers a caller. An answer that came before the end of the Mono has the room given back already. */
    private <R> void succeed(Entry<R> entry, @Nullable R answer) {
        if (entry.isDone) {
            return;
        }
        entry.isDone = true;
        release(entry);
        if (answer == null) {
            entry.result.tryEmitEmpty();
        } else {
            entry.result.tryEmitValue(answer);
        }
    }

    private void fail(Entry<?> entry, Throwable failure) {
        if (isBusy(failure)) {
            refused.increment();
        }
        release(entry);
        entry.result.tryEmitError(failure);
    }

    private void release(Entry<?> entry) {
        List<Entry<?>> next = new ArrayList<>();
        queues.computeIfPresent(entry.caller.account(), (account, queue) -> {
            queue.release(entry.priority);
            queue.takeNext(next);
            return queue.isEmpty() ? null : queue;
        });
        // Not on this stack: a row of refused commands would call itself once for each of them.
        next.forEach(waitingEntry -> scheduler.schedule(() -> start(waitingEntry)));
    }

    private Refusal busyRefusal() {
        return new Refusal(Refusal.Kind.UNAVAILABLE, BUSY, "Too many fans do this at the moment: try again.");
    }

    /** A command that was accepted. */
    private static final class Entry<R> {

        private final Caller caller;
        private final Priority priority;
        private final Command<R> command;
        private final long deadline;
        private final Sinks.One<R> result = Sinks.one();
        private volatile boolean isDone;

        Entry(Caller caller, Priority priority, Command<R> command, long deadline) {
            this.caller = caller;
            this.priority = priority;
            this.command = command;
            this.deadline = deadline;
        }
    }

    /** The commands of one account. It is used under its key in the map of queues. */
    private static final class AccountQueue {

        @GuardedBy("this")
        private final Map<Priority, ArrayDeque<Entry<?>>> waitingByPriority = new EnumMap<>(Priority.class);

        @GuardedBy("this")
        private int inFlight;

        @GuardedBy("this")
        private final int[] inFlightByShare = new int[Share.values().length];

        synchronized boolean add(Entry<?> entry) {
            ArrayDeque<Entry<?>> queue =
                    waitingByPriority.computeIfAbsent(entry.priority, priority -> new ArrayDeque<>());
            return queue.size() < entry.priority.capacity && queue.offer(entry);
        }

        /** Moves commands that may be sent now from the queue to a list. */
        synchronized void takeNext(List<Entry<?>> next) {
            for (Map.Entry<Priority, ArrayDeque<Entry<?>>> each : waitingByPriority.entrySet()) {
                Share share = each.getKey().share;
                while (!each.getValue().isEmpty()
                        && inFlight < MAX_IN_FLIGHT
                        && inFlightByShare[share.ordinal()] < share.most) {
                    next.add(each.getValue().remove());
                    inFlight++;
                    inFlightByShare[share.ordinal()]++;
                }
            }
        }

        synchronized void release(Priority priority) {
            inFlight--;
            inFlightByShare[priority.share.ordinal()]--;
        }

        synchronized boolean isEmpty() {
            return inFlight == 0 && waitingByPriority.values().stream().allMatch(ArrayDeque::isEmpty);
        }
    }
}
