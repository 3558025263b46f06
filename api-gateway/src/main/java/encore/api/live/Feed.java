package encore.api.live;

import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.RequestContext;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.util.retry.Retry;

/**
 * Delivers one account's events to all its subscribers at this gateway. Events are read once, when the backend
 * announces them, and encoded once. A subscription that begins at an earlier position reads its events separately until
 * it has caught up with the relay; where the two overlap, positions tell which events were already sent. All work runs
 * on one thread.
 */
final class Feed {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
    private static final int PAGE = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);

    /** Changed rows are merged for this long, so that a stream of changes sends at most ten frames a second. */
    private static final long MERGING_MILLIS = 100;

    private final Backend backend;
    private final Caller caller;
    private final Scheduler thread;
    private final List<Subscription<?>> subscriptions = new ArrayList<>();
    private final Map<String, Map<Object, Object>> changed = new HashMap<>();
    private Disposable following = Disposables.disposed();

    /** The position up to which events were delivered. Until the log's end is known, no subscription has caught up. */
    private long position = Long.MAX_VALUE;

    private boolean merging;

    Feed(Backend backend, long account, Scheduler thread) {
        this.backend = backend;
        this.caller = new Caller(account, "live", RequestContext.plain());
        this.thread = thread;
    }

    void add(Subscription<?> subscription) {
        thread.schedule(() -> {
            subscriptions.add(subscription);
            if (following.isDisposed()) {
                following = follow();
            }
            catchUp(subscription, new LinkedHashMap<>());
        });
    }

    void remove(Subscription<?> subscription) {
        subscription.ended = true;
        thread.schedule(() -> {
            subscriptions.remove(subscription);
            if (subscriptions.isEmpty()) {
                following.dispose();
                position = Long.MAX_VALUE;
            }
        });
    }

    private Mono<LiveEvents> page(long after) {
        return backend.ask(caller, new FindLiveEvents(caller.account(), after, PAGE))
                .publishOn(thread);
    }

    private void later(Runnable work, Duration pause) {
        thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Follows the account's announcements. After a disconnect, the next source announces its newest position at once.
     */
    private Disposable follow() {
        return Flux.defer(() -> backend.news(caller.account()))
                .onBackpressureLatest()
                .publishOn(thread, 1)
                .concatMap(this::readTo, 1)
                .doOnError(failure -> LOG.debug("Following the account's events failed; it is tried again", failure))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, TRY_AGAIN))
                .repeatWhen(ends -> ends.delayElements(TRY_AGAIN))
                .subscribe();
    }

    /**
     * Reads pages until the announced position. It asks again while the query side that answers is behind the one that
     * announced. Announcements that arrive meanwhile are merged into one.
     */
    private Mono<Void> readTo(long told) {
        if (position == Long.MAX_VALUE) {
            position = told;
        }
        return Mono.defer(() -> position < told ? page(position) : Mono.<LiveEvents>empty())
                .doOnNext(this::tell)
                .flatMap(page -> page.more() ? Mono.empty() : Mono.delay(PAUSE, thread))
                .repeat(() -> position < told)
                .then();
    }

    private void tell(LiveEvents page) {
        for (LiveEvent event : page.events()) {
            Telling telling = new Telling(event);
            for (Subscription<?> subscription : subscriptions) {
                if (subscription.live) {
                    tell(telling, subscription);
                }
            }
        }
        position = page.next();
    }

    private <T> void tell(Telling event, Subscription<T> subscription) {
        T told = subscription.of(event);
        if (told == null) {
            return;
        }
        Object key = subscription.key(told);
        if (key == null) {
            subscription.send(event.frame(subscription.name(), subscription.data(told)));
            subscription.position = event.position();
        } else {
            change(subscription.name(), key, subscription.data(told));
        }
    }

    private void change(String name, Object key, Object data) {
        changed.computeIfAbsent(name, stream -> new LinkedHashMap<>()).put(key, data);
        if (!merging) {
            merging = true;
            thread.schedule(this::flush, MERGING_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void flush() {
        merging = false;
        Map<String, String> frames = new HashMap<>();
        for (Subscription<?> subscription : subscriptions) {
            Map<Object, Object> rows = changed.get(subscription.name());
            // A subscription that is ahead has these changes already; one that is catching up will read them.
            if (rows != null && subscription.live && subscription.position < position) {
                subscription.send(
                        frames.computeIfAbsent(subscription.name(), name -> changes(name, position, rows.values())));
                subscription.position = position;
            }
        }
        changed.clear();
    }

    /** Returns one frame with the newest row of each key. */
    private static String changes(String name, long position, Collection<Object> rows) {
        return Frames.event("changes", name, position, Frames.json(rows));
    }

    private void catchUp(Subscription<?> subscription, Map<Object, Object> rows) {
        if (subscription.ended) {
            return;
        }
        if (subscription.position >= position) {
            join(subscription, rows);
            return;
        }
        if (subscription.isFull()) {
            later(() -> catchUp(subscription, rows), PAUSE);
            return;
        }
        page(subscription.position)
                .subscribe(
                        page -> {
                            if (subscription.isFull()) {
                                later(() -> catchUp(subscription, rows), PAUSE);
                                return;
                            }
                            page.events().forEach(event -> replay(new Telling(event), subscription, rows));
                            subscription.position = Math.max(subscription.position, page.next());
                            if (page.events().isEmpty() && !page.more()) {
                                later(() -> catchUp(subscription, rows), PAUSE);
                            } else {
                                catchUp(subscription, rows);
                            }
                        },
                        failure -> later(() -> catchUp(subscription, rows), TRY_AGAIN));
    }

    private static <T> void replay(Telling event, Subscription<T> subscription, Map<Object, Object> rows) {
        T told = subscription.of(event);
        if (told == null) {
            return;
        }
        Object key = subscription.key(told);
        if (key == null) {
            subscription.send(event.frame(subscription.name(), subscription.data(told)));
        } else {
            rows.put(key, subscription.data(told));
        }
    }

    private static void join(Subscription<?> subscription, Map<Object, Object> rows) {
        if (!rows.isEmpty()) {
            subscription.send(changes(subscription.name(), subscription.position, rows.values()));
        }
        subscription.live = true;
    }
}
