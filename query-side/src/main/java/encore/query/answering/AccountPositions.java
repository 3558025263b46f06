package encore.query.answering;

import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.codec.EventCatalogue;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Publishes to followers of an account the position of its newest event. News from the log wakes it, and it reads the
 * log once for all followers, on one thread, and decodes nothing. Without followers it reads nothing.
 */
public final class AccountPositions {

    private static final Logger LOG = LoggerFactory.getLogger(AccountPositions.class);
    private static final int PAGE = 1_000;
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);

    private final EventTail tail;
    private final Scheduler thread = Schedulers.newSingle("account-news", true);
    private final AtomicBoolean readScheduled = new AtomicBoolean();
    private final Map<String, Set<FluxSink<Long>>> followers = new HashMap<>();
    private @Nullable AutoCloseable logSubscription;
    private long position;

    public AccountPositions(EventTail tail) {
        this.tail = tail;
    }

    /**
     * Returns the log's head and then each position up to which the account has news. A slow follower gets only the
     * newest position.
     */
    public Flux<Long> follow(long account) {
        String name = Long.toString(account);
        return Flux.create(
                follower -> {
                    thread.schedule(() -> addFollower(name, follower));
                    follower.onDispose(() -> thread.schedule(() -> removeFollower(name, follower)));
                },
                FluxSink.OverflowStrategy.LATEST);
    }

    private void addFollower(String account, FluxSink<Long> follower) {
        if (logSubscription == null) {
            // Subscribes before it reads the head, so that no event in between is missed.
            logSubscription = tail.onAppended(allEventTypes(), this::wake);
            position = tail.head();
        }
        followers.computeIfAbsent(account, first -> new HashSet<>()).add(follower);
        follower.next(tail.head());
    }

    private void removeFollower(String account, FluxSink<Long> follower) {
        followers.computeIfPresent(account, (name, all) -> all.remove(follower) && all.isEmpty() ? null : all);
        if (followers.isEmpty() && logSubscription != null) {
            try {
                logSubscription.close();
            } catch (Exception e) {
                LOG.warn("Could not unsubscribe from the log", e);
            }
            logSubscription = null;
        }
    }

    private void wake() {
        if (readScheduled.compareAndSet(false, true)) {
            thread.schedule(this::read);
        }
    }

    private void read() {
        readScheduled.set(false);
        if (logSubscription == null) {
            return;
        }
        List<RecordedEvent> page;
        try {
            page = tail.read(position, PAGE, EventSelection.allHeaders()).events();
        } catch (RuntimeException e) {
            LOG.warn(
                    "The log could not be read and is tried again: {}",
                    e.getClass().getSimpleName());
            thread.schedule(this::wake, TRY_AGAIN.toMillis(), TimeUnit.MILLISECONDS);
            return;
        }
        if (page.isEmpty()) {
            return;
        }
        Map<String, Long> newest = new HashMap<>();
        page.forEach(recordedEvent -> newest.put(recordedEvent.account(), recordedEvent.position()));
        newest.forEach(
                (account, last) -> followers.getOrDefault(account, Set.of()).forEach(follower -> follower.next(last)));
        position = page.getLast().position();
        wake(); // More events may exist by now.
    }

    private static Set<Class<?>> allEventTypes() {
        EventCatalogue catalogue = EventCatalogue.load();
        return catalogue.types().stream()
                .map(type -> Objects.requireNonNull(catalogue.find(type)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
