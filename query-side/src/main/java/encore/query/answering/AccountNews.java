package encore.query.answering;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.Recorded;
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
 * log once for all followers, on one thread. Without followers it reads nothing.
 */
public final class AccountNews {

    private static final Logger LOG = LoggerFactory.getLogger(AccountNews.class);
    private static final int PAGE = 1_000;
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);

    private final EventTail tail;
    private final Scheduler thread = Schedulers.newSingle("account-news", true);
    private final AtomicBoolean woken = new AtomicBoolean();
    private final Map<String, Set<FluxSink<Long>>> followers = new HashMap<>();
    private @Nullable AutoCloseable listening;
    private long position;

    public AccountNews(EventTail tail) {
        this.tail = tail;
    }

    /**
     * Returns the log's head and then each position up to which the account has news. A slow follower gets only the
     * newest position.
     */
    public Flux<Long> of(long account) {
        String name = Long.toString(account);
        return Flux.create(
                follower -> {
                    thread.schedule(() -> join(name, follower));
                    follower.onDispose(() -> thread.schedule(() -> leave(name, follower)));
                },
                FluxSink.OverflowStrategy.LATEST);
    }

    private void join(String account, FluxSink<Long> follower) {
        if (listening == null) {
            // Subscribes before it reads the head, so that no event in between is missed.
            listening = tail.onNews(everything(), this::wake);
            position = tail.head();
        }
        followers.computeIfAbsent(account, first -> new HashSet<>()).add(follower);
        follower.next(tail.head());
    }

    private void leave(String account, FluxSink<Long> follower) {
        followers.computeIfPresent(account, (name, all) -> all.remove(follower) && all.isEmpty() ? null : all);
        if (followers.isEmpty() && listening != null) {
            try {
                listening.close();
            } catch (Exception e) {
                LOG.warn("Could not unsubscribe from the log", e);
            }
            listening = null;
        }
    }

    private void wake() {
        if (woken.compareAndSet(false, true)) {
            thread.schedule(this::read);
        }
    }

    private void read() {
        woken.set(false);
        if (listening == null) {
            return;
        }
        List<Recorded> page;
        try {
            page = tail.read(position, PAGE);
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
        page.forEach(recorded -> newest.put(recorded.account(), recorded.position()));
        newest.forEach(
                (account, last) -> followers.getOrDefault(account, Set.of()).forEach(follower -> follower.next(last)));
        position = page.getLast().position();
        wake(); // More events may exist by now.
    }

    private static Set<Class<?>> everything() {
        EventCatalogue catalogue = EventCatalogue.load();
        return catalogue.types().stream()
                .map(type -> Objects.requireNonNull(catalogue.find(type)))
                .collect(Collectors.toUnmodifiableSet());
    }
}
