package encore.query.webhooks.deliveries;

import static encore.infra.eventstore.process.webhooks.WebhookEntries.read;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredEndpoint.StoredHealth;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.webhooks.EventPattern;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhookStates;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.kernel.webhooks.deliveries.WebhookState;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers how far the delivery of each webhook is, from the store of the delivery and the log. */
@Component
class WebhookStates implements QueryComponent {

    private static final int MAX_LETTERS = 1_000;

    /** The next events of the account among which the oldest one is looked for that is not delivered yet. */
    private static final int NEXT_EVENTS = 1_000;

    private final ProcessStores stores;
    private final QueryGateway queryGateway;
    private final EventTail tail;

    WebhookStates(ProcessStores stores, QueryGateway queryGateway, EventTail tail) {
        this.stores = stores;
        this.queryGateway = queryGateway;
        this.tail = tail;
    }

    @QueryHandler
    List<WebhookState> find(FindWebhookStates query) {
        return queryGateway.ask(new FindWebhooks(query.account())).stream()
                .map(webhook -> state(query.account(), webhook))
                .toList();
    }

    private WebhookState state(long account, Webhook webhook) {
        WebhookId id = new WebhookId(account, webhook.webhookUid());
        ProcessStore store = stores.open(ProcessStores.WEBHOOKS);
        String stored = store.get(WebhookEntries.endpoint(id));
        StoredEndpoint endpoint = stored == null ? null : read(stored, StoredEndpoint.class);
        List<Long> unfinished =
                endpoint == null ? List.of() : endpoint.backlog().positions();
        long reached = endpoint == null ? webhook.after() : reached(endpoint, store);
        StoredHealth health = endpoint == null ? StoredHealth.GOOD : endpoint.health();
        Instant oldest = unfinished.isEmpty() ? oldestAfter(reached, account, webhook) : timeAt(unfinished.getFirst());
        return new WebhookState(
                webhook.webhookUid(),
                unfinished.isEmpty() ? reached : unfinished.getFirst() - 1,
                unfinished.size(),
                oldest == null ? 0 : Math.max(0, (tail.clockTime() - oldest.toEpochMilli()) / 1_000),
                oldest,
                timeOf(health.faultSince()),
                timeOf(health.nextProbe()),
                store.list(WebhookEntries.letters(id), null, MAX_LETTERS).size());
    }

    /** Returns the position up to which the webhook has read: its own, or the one that all current ones share. */
    private static long reached(StoredEndpoint endpoint, ProcessStore store) {
        String shared = endpoint.isCurrent() ? store.get(AutomationProgress.KEY) : null;
        long read = endpoint.backlog().read();
        return shared == null
                ? read
                : Math.max(read, read(shared, AutomationProgress.class).position());
    }

    private @Nullable Instant timeAt(long position) {
        return tail.readAt(List.of(position)).stream()
                .map(RecordedEvent::at)
                .findFirst()
                .orElse(null);
    }

    private @Nullable Instant oldestAfter(long position, long account, Webhook webhook) {
        if (position >= tail.head()) {
            return null;
        }
        return queryGateway.ask(new FindLiveEvents(account, position, NEXT_EVENTS)).events().stream()
                .filter(event -> EventPattern.anyMatches(webhook.eventTypes(), event.type()))
                .map(event -> event.time())
                .findFirst()
                .orElse(null);
    }

    private static @Nullable Instant timeOf(long milliseconds) {
        return milliseconds == 0 ? null : Instant.ofEpochMilli(milliseconds);
    }
}
