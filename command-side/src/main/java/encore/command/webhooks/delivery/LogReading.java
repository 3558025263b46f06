package encore.command.webhooks.delivery;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.EventSelection;
import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.TailReader;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredHealth;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredReplay;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.kernel.published.PublishedData;
import encore.kernel.webhooks.WebhookEvent;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterDiscarded;
import encore.kernel.webhooks.WebhookEvent.WebhookDeadLetterRetried;
import encore.kernel.webhooks.WebhookEvent.WebhookDeleted;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookEvent.WebhookReplayAsked;
import encore.kernel.webhooks.WebhookId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads the log once for all webhooks. A webhook that is behind, and a replay, read on by themselves until they meet the
 * shared reading. One thread uses it.
 */
final class LogReading implements AutoCloseable {

    private static final int PAGE = 1_000;

    /** After this time of reading for those that are behind, messages are sent again. */
    private static final long CATCHING_UP = Duration.ofMillis(20).toNanos();

    /** The events of webhooks. They are read with their addresses. */
    private static final Set<Class<?>> OWN_EVENTS = PublishedData.types().values().stream()
            .filter(WebhookEvent.class::isAssignableFrom)
            .collect(Collectors.toUnmodifiableSet());

    private final EventTail tail;
    private final DeliveryStore store;
    private final Endpoints endpoints;
    private TailReader reader;
    private Set<Class<?>> selected = Set.of();
    private long position;
    private int turn;

    LogReading(EventTail tail, DeliveryStore store, Endpoints endpoints) {
        this.tail = tail;
        this.store = store;
        this.endpoints = endpoints;
        this.reader = tail.openReader(new EventSelection(OWN_EVENTS, Set.of()));
    }

    /** Returns the position up to which the shared reading has read. */
    long position() {
        return position;
    }

    /**
     * Restores the webhooks from what is stored, and from their streams.
     *
     * @param keepLease is called now and then, because this may take longer than a lease
     */
    void load(Runnable keepLease) {
        position = store.position();
        store.endpoints().forEach((webhook, stored) -> {
            keepLease.run();
            restore(webhook, stored);
        });
        endpoints.all().forEach(this::select);
    }

    private void restore(WebhookId webhook, StoredEndpoint stored) {
        long read = stored.backlog().read();
        Endpoint endpoint =
                new Endpoint(webhook, stored.isCurrent() ? Math.max(read, position) : read, stored.health());
        endpoint.attemptNumbers = stored.attempts();
        endpoint.isBehind = endpoint.live.read() < position;
        endpoint.mark = Math.max(0, store.mark(webhook));
        endpoint.live.restore(stored.backlog(), readAt(stored.backlog().positions()));
        for (StoredReplay replay : stored.replays()) {
            Backlog backlog = new Backlog(replay.replayUid(), replay.backlog().read());
            backlog.restore(replay.backlog(), readAt(replay.backlog().positions()));
            endpoint.replays.add(new Replay(backlog, replay.until(), replay.eventTypes()));
        }
        endpoint.subscribe(readSubscription(webhook));
        endpoint.isChanged = false;
        endpoints.add(endpoint);
    }

    private List<RecordedEvent> readAt(List<Long> positions) {
        List<RecordedEvent> events = new ArrayList<>(positions.size());
        for (int from = 0; from < positions.size(); from += PAGE) {
            events.addAll(tail.readAt(positions.subList(from, Math.min(positions.size(), from + PAGE))));
        }
        return events;
    }

    /** Reads the settings from the webhook's stream. The index of streams has no addresses, so each event is read again. */
    private Subscription readSubscription(WebhookId webhook) {
        Subscription subscription = Subscription.NONE;
        long after = 0;
        List<RecordedEvent> page;
        do {
            page = tail.readStream(webhook.toString(), after, PAGE);
            List<Long> positions = page.stream().map(RecordedEvent::position).toList();
            for (RecordedEvent recordedEvent : tail.readAt(positions, OWN_EVENTS)) {
                subscription = subscription.after(recordedEvent);
                after = recordedEvent.position();
            }
        } while (page.size() == PAGE);
        return subscription;
    }

    /**
     * Selects the events that a webhook gets, beside those that others get. Types that no webhook wants any more are
     * read until the next start.
     *
     * @return whether more types are selected than before
     */
    private boolean select(Endpoint endpoint) {
        Set<Class<?>> wanted = new HashSet<>(selected);
        PublishedData.types().forEach((type, event) -> {
            if (!OWN_EVENTS.contains(event)
                    && endpoint.subscription().settings().wants(type)) {
                wanted.add(event);
            }
        });
        if (wanted.size() == selected.size()) {
            return false;
        }
        selected = wanted;
        reader.close();
        reader = tail.openReader(new EventSelection(OWN_EVENTS, wanted));
        return true;
    }

    /**
     * Reads a page for all webhooks, and then pages for webhooks and replays that are behind. They take turns, so that those
     * that are not behind wait for a moment only.
     *
     * @return whether there is more to read at once
     */
    boolean read() {
        boolean isMore = readShared();
        List<Endpoint> behind =
                endpoints.all().stream().filter(this::isToReadOn).toList();
        long until = System.nanoTime() + CATCHING_UP;
        for (int i = 0; i < behind.size() && System.nanoTime() - until < 0; i++) {
            readOn(behind.get(Math.floorMod(turn++, behind.size())));
        }
        return isMore || behind.stream().anyMatch(this::isToReadOn);
    }

    private boolean isToReadOn(Endpoint endpoint) {
        boolean isBehind = endpoint.isBehind && endpoint.accepts(endpoint.live);
        return isBehind || isReplayToReadOn(endpoint);
    }

    private boolean isReplayToReadOn(Endpoint endpoint) {
        if (endpoint.replays.isEmpty()) {
            return false;
        }
        Replay replay = endpoint.replays.getFirst();
        return replay.backlog().read() < Math.min(replay.until(), position) && endpoint.accepts(replay.backlog());
    }

    private void readOn(Endpoint endpoint) {
        if (endpoint.isBehind && endpoint.accepts(endpoint.live)) {
            readOn(endpoint, endpoint.live, position, endpoint.subscription()::wants);
            endpoint.isBehind = endpoint.live.read() < position;
        }
        if (isReplayToReadOn(endpoint)) {
            Replay replay = endpoint.replays.getFirst();
            readOn(
                    endpoint,
                    replay.backlog(),
                    Math.min(replay.until(), position),
                    event -> replay.wants(endpoint.subscription(), event));
        }
        endpoint.replays.removeIf(Replay::isFinished);
    }

    private boolean readShared() {
        EventPage<RecordedEvent> page = reader.read(position, PAGE);
        for (RecordedEvent recordedEvent : page.events()) {
            if (recordedEvent.event() instanceof WebhookEvent event && handle(event, recordedEvent)) {
                // The next events may be of types that were not selected.
                endpoints.offer(recordedEvent);
                position = recordedEvent.position();
                return true;
            }
            endpoints.offer(recordedEvent);
        }
        boolean isMore = page.end() > position && page.end() < tail.head();
        position = page.end();
        return isMore;
    }

    private void readOn(Endpoint endpoint, Backlog backlog, long until, Predicate<RecordedEvent> wanted) {
        endpoint.isChanged = true;
        int limit = (int) Math.min(PAGE, until - backlog.read());
        if (limit <= 0) {
            return;
        }
        EventPage<RecordedEvent> page =
                tail.readAccount(Long.toString(endpoint.webhook.account()), backlog.read(), limit);
        for (RecordedEvent recordedEvent : page.events()) {
            if (wanted.test(recordedEvent)) {
                if (!endpoint.accepts(backlog)) {
                    backlog.readTo(recordedEvent.position() - 1);
                    return;
                }
                backlog.add(recordedEvent);
            }
        }
        backlog.readTo(page.end());
    }

    /** Handles an event of a webhook. Returns whether more types of events are selected from now on. */
    private boolean handle(WebhookEvent event, RecordedEvent recordedEvent) {
        WebhookId webhook = event.webhook();
        Endpoint known = endpoints.find(webhook);
        if (event instanceof WebhookMade made && known == null) {
            known = begin(made, recordedEvent);
        }
        if (known == null) {
            return false;
        }
        known.isChanged = true;
        switch (event) {
            case WebhookDeleted deleted -> {
                endpoints.remove(known);
                store.remove(webhook);
            }
            case WebhookReplayAsked asked -> replay(known, asked, recordedEvent.position());
            case WebhookDeadLetterRetried retried -> retry(known, retried.messageId());
            case WebhookDeadLetterDiscarded discarded -> store.takeLetter(webhook, discarded.messageId());
            default -> {
                moveMark(known);
                known.subscribe(known.subscription().after(recordedEvent));
                return select(known);
            }
        }
        return false;
    }

    /** A webhook begins after its own making, or where it was asked to. Its mark says so if it was delivered before. */
    private Endpoint begin(WebhookMade made, RecordedEvent recordedEvent) {
        Long after = made.after();
        long from = after == null ? recordedEvent.position() : after;
        long mark = store.mark(made.webhook());
        Endpoint endpoint = new Endpoint(made.webhook(), Math.max(from, mark), StoredHealth.GOOD);
        endpoint.mark = Math.max(0, mark);
        endpoint.isBehind = endpoint.live.read() < recordedEvent.position();
        endpoints.add(endpoint);
        return endpoint;
    }

    /**
     * Moves the mark of a webhook to where it is. It also comes before a change: a webhook that wants other types from then
     * on does not get earlier events of them, even if its entries are lost.
     */
    void moveMark(Endpoint endpoint) {
        long reached = lowWater(endpoint);
        if (reached > endpoint.mark) {
            store.advanceMark(endpoint.webhook, reached);
            endpoint.mark = reached;
        }
    }

    /** Returns the position up to which all events of a webhook are delivered, or are dead letters. */
    long lowWater(Endpoint endpoint) {
        if (!endpoint.isBehind) {
            endpoint.live.readTo(position);
        }
        return endpoint.live.lowWater();
    }

    /** No replay reaches beyond the moment at which it was asked for: the webhook gets later events as always. */
    private static void replay(Endpoint endpoint, WebhookReplayAsked asked, long askedAt) {
        boolean isKnown =
                endpoint.replays.stream().anyMatch(replay -> asked.replayUid().equals(replay.backlog().replayUid));
        if (!isKnown) {
            Backlog backlog = new Backlog(asked.replayUid(), asked.after());
            endpoint.replays.add(new Replay(backlog, Math.min(asked.until(), askedAt - 1), asked.eventTypes()));
        }
    }

    private void retry(Endpoint endpoint, String messageId) {
        StoredLetter letter = store.takeLetter(endpoint.webhook, messageId);
        if (letter != null) {
            tail.readAt(List.of(letter.position())).forEach(endpoint.live::add);
        }
    }

    @Override
    public void close() {
        reader.close();
    }
}
