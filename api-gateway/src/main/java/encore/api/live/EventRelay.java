package encore.api.live;

import encore.api.live.history.HistoryTurns;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.infra.backend.Pace;
import encore.infra.backend.RequestContext;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEventsOfStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * announces them, and encoded once. Subscriptions that begin at earlier positions read past events until they have caught
 * up with the relay. They share the pages that they read, and wait for their turn ({@link HistoryTurns}). Where past and
 * live events overlap, positions show which events were already sent. All work runs on one thread.
 */
final class EventRelay {

    private static final Logger LOG = LoggerFactory.getLogger(EventRelay.class);
    private static final int PAGE = 1_000;
    private static final Duration POLL_DELAY = Duration.ofMillis(5);
    private static final Duration RETRY_DELAY = Duration.ofMillis(200);

    /** Changed rows are merged for this long, so that a stream of changes sends at most ten frames a second. */
    private static final long MERGE_WINDOW_MILLIS = 100;

    private final Backend backend;
    private final Caller caller;
    private final Scheduler thread;
    private final HistoryTurns historyTurns;
    private final List<Subscription<?>> subscriptions = new ArrayList<>();
    private final Map<String, Map<Object, Object>> mergedRows = new HashMap<>();
    private final Map<@Nullable String, CatchUp> catchUps = new HashMap<>();
    private Disposable readerSubscription = Disposables.disposed();

    /** The position up to which events were delivered. Until the log's end is known, no subscription has caught up. */
    private long position = Long.MAX_VALUE;

    private boolean flushScheduled;

    EventRelay(Backend backend, long account, Scheduler thread, HistoryTurns historyTurns) {
        this.historyTurns = historyTurns;
        this.backend = backend;
        this.caller = new Caller(account, "live", RequestContext.defaults());
        this.thread = thread;
    }

    void add(Subscription<?> subscription) {
        thread.schedule(() -> {
            subscriptions.add(subscription);
            if (readerSubscription.isDisposed()) {
                readerSubscription = follow();
            }
            catchUps.computeIfAbsent(subscription.logStream(), CatchUp::new).add(subscription);
        });
    }

    void remove(Subscription<?> subscription) {
        subscription.ended = true;
        thread.schedule(() -> {
            subscriptions.remove(subscription);
            if (subscriptions.isEmpty()) {
                readerSubscription.dispose();
                position = Long.MAX_VALUE;
            }
        });
    }

    private Mono<LiveEvents> page(long after) {
        return backend.ask(caller, new FindLiveEvents(caller.account(), after, PAGE))
                .publishOn(thread)
                .contextWrite(Pace.STREAM::addTo);
    }

    private void schedule(Runnable work, Duration pause) {
        thread.schedule(work, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /**
     * Follows the account's announcements. After a disconnect, the next source announces its newest position at once.
     */
    private Disposable follow() {
        return Flux.defer(() -> backend.news(caller.account()))
                .onBackpressureLatest()
                .publishOn(thread, 1)
                .concatMap(this::readUpTo, 1)
                .doOnError(failure -> LOG.debug("Following the account's events failed; it is tried again", failure))
                .retryWhen(Retry.fixedDelay(Long.MAX_VALUE, RETRY_DELAY))
                .repeatWhen(ends -> ends.delayElements(RETRY_DELAY))
                .subscribe();
    }

    /**
     * Reads pages until the announced position. It asks again while the query side that answers is behind the one that
     * announced. Announcements that arrive meanwhile are merged into one.
     */
    private Mono<Void> readUpTo(long head) {
        if (position == Long.MAX_VALUE) {
            position = head;
        }
        return Mono.defer(() -> position < head ? page(position) : Mono.<LiveEvents>empty())
                .doOnNext(this::deliver)
                .flatMap(page -> page.more() ? Mono.empty() : Mono.delay(POLL_DELAY, thread))
                .repeat(() -> position < head)
                .then();
    }

    private void deliver(LiveEvents page) {
        for (LiveEvent event : page.events()) {
            EncodedEvent encoded = new EncodedEvent(event);
            for (Subscription<?> subscription : subscriptions) {
                if (subscription.caughtUp) {
                    deliver(encoded, subscription);
                }
            }
        }
        position = page.next();
    }

    private <T> void deliver(EncodedEvent event, Subscription<T> subscription) {
        T payload = subscription.readIfWanted(event);
        if (payload == null) {
            return;
        }
        Object key = subscription.key(payload);
        if (key == null) {
            subscription.send(
                    event.frame(subscription.name(), subscription.payload(payload), subscription.seesContacts()));
            subscription.position = event.position();
        } else {
            mergeChange(subscription.name(), key, subscription.payload(payload));
        }
    }

    private void mergeChange(String name, Object key, Object data) {
        mergedRows.computeIfAbsent(name, stream -> new LinkedHashMap<>()).put(key, data);
        if (!flushScheduled) {
            flushScheduled = true;
            thread.schedule(this::flush, MERGE_WINDOW_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void flush() {
        flushScheduled = false;
        Map<FrameKey, String> frames = new HashMap<>();
        for (Subscription<?> subscription : subscriptions) {
            Map<Object, Object> rows = mergedRows.get(subscription.name());
            // A subscription that is ahead has these changes already; one that is catching up will read them.
            if (rows != null && subscription.caughtUp && subscription.position < position) {
                subscription.send(frames.computeIfAbsent(
                        new FrameKey(subscription.name(), subscription.seesContacts()),
                        key -> changes(subscription, position, rows.values())));
                subscription.position = position;
            }
        }
        mergedRows.clear();
    }

    /** Returns one frame with the newest row of each key. */
    private static String changes(Subscription<?> subscription, long position, Collection<Object> rows) {
        return FrameWriter.event(
                "changes", subscription.name(), position, FrameWriter.json(rows, subscription.seesContacts()));
    }

    private record FrameKey(String stream, boolean withContacts) {}

    /**
     * The subscriptions that read the same past events: those of one stream of the log, or those of the account. They
     * share each page that their positions allow.
     */
    private final class CatchUp {

        /** Null for the account's events. */
        private final @Nullable String logStream;

        private final List<ReplayingSubscription> members = new ArrayList<>();
        private boolean busy;

        CatchUp(@Nullable String logStream) {
            this.logStream = logStream;
        }

        void add(Subscription<?> subscription) {
            members.add(new ReplayingSubscription(subscription));
            advance();
        }

        /** Lets subscriptions go live that have reached the relay, and reads the next page for the others. */
        private void advance() {
            if (busy) {
                return;
            }
            members.removeIf(ReplayingSubscription::isOver);
            if (members.isEmpty()) {
                catchUps.remove(logStream);
                return;
            }
            long from = lowestPosition();
            busy = true;
            if (from == Long.MAX_VALUE) {
                advanceAfter(POLL_DELAY);
            } else if (from >= position - PAGE && position != Long.MAX_VALUE) {
                read().subscribe();
            } else {
                historyTurns.await(caller.account(), this::read);
            }
        }

        private void advanceAfter(Duration pause) {
            schedule(this::endStep, pause);
        }

        private void endStep() {
            busy = false;
            advance();
        }

        /** Returns the lowest position of a subscription whose client takes more; {@link Long#MAX_VALUE} for none. */
        private long lowestPosition() {
            return members.stream()
                    .filter(ReplayingSubscription::takesMore)
                    .mapToLong(member -> member.subscription.position)
                    .min()
                    .orElse(Long.MAX_VALUE);
        }

        private Mono<Void> read() {
            long from = lowestPosition();
            if (from == Long.MAX_VALUE) {
                advanceAfter(POLL_DELAY);
                return Mono.empty();
            }
            return pastEvents(from)
                    .flatMap(page -> deliver(from, page))
                    .doOnError(failure -> advanceAfter(RETRY_DELAY))
                    .onErrorComplete();
        }

        private Mono<LiveEvents> pastEvents(long from) {
            return logStream == null
                    ? page(from)
                    : backend.ask(caller, new FindLiveEventsOfStream(caller.account(), logStream, from, PAGE))
                            .publishOn(thread)
                            .contextWrite(Pace.STREAM::addTo);
        }

        /**
         * Sends a page to each subscription that has not gone past it. In between, the thread does other work, so that
         * many subscriptions do not delay live events.
         */
        private Mono<Void> deliver(long from, LiveEvents page) {
            List<EncodedEvent> events =
                    page.events().stream().map(EncodedEvent::new).toList();
            return Flux.fromIterable(List.copyOf(members))
                    .concatMap(member -> Mono.fromRunnable(() -> member.take(events, from, page.next()))
                            .subscribeOn(thread))
                    .then()
                    .publishOn(thread)
                    .doOnSuccess(done -> {
                        if (page.events().isEmpty() && !page.more()) {
                            advanceAfter(POLL_DELAY);
                        } else {
                            endStep();
                        }
                    });
        }
    }

    /** A subscription that has not caught up with the relay. */
    private final class ReplayingSubscription {

        private final Subscription<?> subscription;

        /** The newest row of each key so far, for a stream of changing rows. */
        private final Map<Object, Object> rows = new LinkedHashMap<>();

        /** Set for a while when its stream could not read an event, so that the others go on. */
        private boolean failed;

        ReplayingSubscription(Subscription<?> subscription) {
            this.subscription = subscription;
        }

        boolean takesMore() {
            return !failed && !subscription.ended && !subscription.isFull();
        }

        /** Returns whether nothing more has to be read for it: it has ended, or goes live now. */
        boolean isOver() {
            if (!subscription.ended && subscription.position >= position) {
                goLive(subscription, rows);
            }
            return subscription.ended || subscription.caughtUp;
        }

        /** Takes a page unless it would leave a gap, or the client has not read enough yet. */
        void take(List<EncodedEvent> events, long from, long next) {
            if (!takesMore() || subscription.position < from) {
                return;
            }
            try {
                events.forEach(event -> replay(event, subscription, rows));
                subscription.position = Math.max(subscription.position, next);
            } catch (RuntimeException | Error e) {
                LOG.debug("A past event could not be sent; it is tried again", e);
                failed = true;
                schedule(() -> failed = false, RETRY_DELAY);
            }
        }
    }

    private static <T> void replay(EncodedEvent event, Subscription<T> subscription, Map<Object, Object> rows) {
        T payload = subscription.readIfWanted(event);
        if (payload == null) {
            return;
        }
        Object key = subscription.key(payload);
        if (key == null) {
            subscription.send(
                    event.frame(subscription.name(), subscription.payload(payload), subscription.seesContacts()));
            subscription.position = event.position();
        } else {
            rows.put(key, subscription.payload(payload));
        }
    }

    private static void goLive(Subscription<?> subscription, Map<Object, Object> rows) {
        if (!rows.isEmpty()) {
            subscription.send(changes(subscription, subscription.position, rows.values()));
        }
        subscription.caughtUp = true;
    }
}
