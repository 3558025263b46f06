package encore.api.live;

import encore.infra.backend.Backend;
import encore.infra.backend.Call;
import encore.infra.backend.Caller;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/**
 * One account's events for all its subscribers at this gateway: read once and encoded once. Who begins further back
 * reads on its own until it has reached the feed; from there on the two overlap, and positions sort out what is known.
 * All work is done on one thread.
 */
final class Feed {

    private static final Logger LOG = LoggerFactory.getLogger(Feed.class);
    private static final int PAGE = 1_000;
    private static final Duration PAUSE = Duration.ofMillis(5);
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);

    /** Ten frames a second at most. */
    private static final long MERGING_MILLIS = 100;

    private final Backend backend;
    private final Caller caller;
    private final Scheduler thread;
    private final List<Subscription> subscriptions = new ArrayList<>();
    private final Map<String, Map<Long, Long>> changed = new HashMap<>();

    /** Unknown until the log's end was asked for: nobody has caught up with it before. */
    private long position = Long.MAX_VALUE;

    private boolean running;
    private boolean merging;

    Feed(Backend backend, long account, Scheduler thread) {
        this.backend = backend;
        this.caller = new Caller(account, "live", Call.plain());
        this.thread = thread;
    }

    void add(Subscription subscription) {
        thread.schedule(() -> {
            subscriptions.add(subscription);
            if (!running) {
                running = true;
                position = Long.MAX_VALUE;
                begin();
            }
            catchUp(subscription, new LinkedHashMap<>());
        });
    }

    void remove(Subscription subscription) {
        subscription.ended = true;
        thread.schedule(() -> subscriptions.remove(subscription));
    }

    private Mono<LiveEvents> page(long after) {
        return backend.ask(caller, new FindLiveEvents(caller.account(), after, PAGE))
                .publishOn(thread);
    }

    private void later(Runnable work, Duration pause) {
        thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void begin() {
        backend.ask(caller, new FindLiveEvents(caller.account(), null, PAGE))
                .publishOn(thread)
                .subscribe(
                        end -> {
                            position = end.next();
                            follow();
                        },
                        failure -> later(this::begin, TRY_AGAIN));
    }

    private void follow() {
        if (subscriptions.isEmpty()) {
            running = false;
            return;
        }
        page(position)
                .subscribe(
                        page -> {
                            tell(page);
                            if (page.more()) {
                                follow();
                            } else {
                                later(this::follow, PAUSE);
                            }
                        },
                        failure -> {
                            LOG.debug("The feed is read again", failure);
                            later(this::follow, TRY_AGAIN);
                        });
    }

    private void tell(LiveEvents page) {
        for (LiveEvent event : page.events()) {
            Map<String, String> frames = new HashMap<>();
            for (Subscription subscription : subscriptions) {
                if (!subscription.live || !subscription.wants(event)) {
                    continue;
                }
                if (subscription.isBoard()) {
                    change(event);
                } else {
                    subscription.send(frames.computeIfAbsent(subscription.stream(), stream -> frame(stream, event)));
                    subscription.position = event.position();
                }
            }
        }
        position = page.next();
    }

    private static String frame(String stream, LiveEvent event) {
        return Frames.event("event", stream, event.position(), Frames.json(event));
    }

    private void change(LiveEvent event) {
        if (event.balance() == null || event.fanId() == null || event.pointUid() == null) {
            return;
        }
        changed.computeIfAbsent(event.pointUid(), uid -> new LinkedHashMap<>()).put(event.fanId(), event.balance());
        if (!merging) {
            merging = true;
            thread.schedule(this::flush, MERGING_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void flush() {
        merging = false;
        Map<String, String> frames = new HashMap<>();
        for (Subscription subscription : subscriptions) {
            Map<Long, Long> rows = changed.get(String.valueOf(subscription.pointUid()));
            // One that is ahead, or is still reading, has these changes already or will.
            if (subscription.isBoard() && subscription.live && rows != null && subscription.position < position) {
                subscription.send(frames.computeIfAbsent(
                        subscription.stream(), stream -> Subscription.changes(stream, position, rows)));
                subscription.position = position;
            }
        }
        changed.clear();
    }

    private void catchUp(Subscription subscription, Map<Long, Long> rows) {
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
                            for (LiveEvent event : page.events()) {
                                if (!subscription.wants(event)) {
                                    continue;
                                }
                                if (!subscription.isBoard()) {
                                    subscription.send(frame(subscription.stream(), event));
                                } else if (event.fanId() != null && event.balance() != null) {
                                    rows.put(event.fanId(), event.balance());
                                }
                            }
                            subscription.position = Math.max(subscription.position, page.next());
                            if (page.events().isEmpty() && !page.more()) {
                                later(() -> catchUp(subscription, rows), PAUSE);
                            } else {
                                catchUp(subscription, rows);
                            }
                        },
                        failure -> later(() -> catchUp(subscription, rows), TRY_AGAIN));
    }

    private static void join(Subscription subscription, Map<Long, Long> rows) {
        if (!rows.isEmpty()) {
            subscription.send(Subscription.changes(subscription.stream(), subscription.position, rows));
        }
        subscription.live = true;
    }
}
