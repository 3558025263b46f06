package encore.query.webhooks.deliveries;

import static encore.infra.eventstore.process.webhooks.WebhookEntries.read;

import encore.infra.eventstore.EventTail;
import encore.infra.eventstore.RecordedEvent;
import encore.infra.eventstore.UndecodablePlaceholder.UndecodableEvent;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.webhooks.StoredAttempts;
import encore.infra.eventstore.process.webhooks.StoredAttempts.StoredAttempt;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.infra.eventstore.process.webhooks.WebhookMessage;
import encore.kernel.Refusal;
import encore.kernel.webhooks.WebhookEvent.WebhookReplayAsked;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.deliveries.SentHeader;
import encore.kernel.webhooks.deliveries.SentMessage;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindSentMessage;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Makes the messages of attempts again from the log: no attempt stores one. */
@Component
class SentMessages implements QueryComponent {

    private static final int PAGE = 1_000;

    private final ProcessStores stores;
    private final QueryGateway queryGateway;
    private final EventTail tail;

    SentMessages(ProcessStores stores, QueryGateway queryGateway, EventTail tail) {
        this.stores = stores;
        this.queryGateway = queryGateway;
        this.tail = tail;
    }

    @QueryHandler
    SentMessage find(FindSentMessage query) {
        WebhookId webhook = query.webhook();
        queryGateway.ask(new FindWebhook(webhook.account(), webhook.uid()));
        StoredAttempt attempt = requireAttempt(webhook, AttemptKey.parse(query.attemptKey()));
        try {
            RecordedEvent event = tail.readAt(List.of(attempt.position())).getFirst();
            WebhookMessage message = WebhookMessage.of(event);
            String replayUid = attempt.isReplay() ? replayOf(webhook, attempt) : null;
            List<SentHeader> headers =
                    message.plainHeaders(Instant.ofEpochMilli(attempt.at()), replayUid).entrySet().stream()
                            .map(header -> new SentHeader(header.getKey(), header.getValue()))
                            .toList();
            return new SentMessage(query.attemptKey(), headers, message.text());
        } catch (UndecodableEvent e) {
            return new SentMessage(query.attemptKey(), List.of(), null);
        }
    }

    private StoredAttempt requireAttempt(WebhookId webhook, @Nullable AttemptKey key) {
        String stored = key == null
                ? null
                : stores.open(ProcessStores.WEBHOOKS).get(WebhookEntries.attempts(webhook, key.number()));
        List<StoredAttempt> attempts =
                stored == null ? List.of() : read(stored, StoredAttempts.class).attempts();
        if (key == null || key.index() >= attempts.size()) {
            throw Refusal.unknown("There is no such attempt.");
        }
        return attempts.get(key.index());
    }

    /**
     * Returns the replay that an attempt belonged to, as the webhook's events name it. Returns null when several replays
     * contain the event: nothing says which of them was under way.
     */
    private @Nullable String replayOf(WebhookId webhook, StoredAttempt attempt) {
        List<String> replays = new ArrayList<>();
        long after = 0;
        List<RecordedEvent> page;
        do {
            page = tail.readStream(webhook.toString(), after, PAGE);
            for (RecordedEvent recordedEvent : page) {
                after = recordedEvent.position();
                if (recordedEvent.event() instanceof WebhookReplayAsked asked
                        && recordedEvent.at().toEpochMilli() <= attempt.at()
                        && asked.after() < attempt.position()
                        && attempt.position() <= asked.until()) {
                    replays.add(asked.replayUid());
                }
            }
        } while (page.size() == PAGE);
        return replays.size() == 1 ? replays.getFirst() : null;
    }
}
