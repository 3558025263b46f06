package encore.query.webhooks.deliveries;

import static encore.infra.eventstore.process.webhooks.WebhookEntries.read;

import encore.infra.eventstore.process.EntryReader.Entry;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.process.webhooks.StoredAttempts;
import encore.infra.eventstore.process.webhooks.StoredAttempts.StoredAttempt;
import encore.infra.eventstore.process.webhooks.StoredEndpoint;
import encore.infra.eventstore.process.webhooks.StoredLetter;
import encore.infra.eventstore.process.webhooks.WebhookEntries;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindFailingWebhooks;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.kernel.webhooks.deliveries.WebhookAttempt;
import encore.kernel.webhooks.deliveries.WebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookAttempts;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetter;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookDeadLetters;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindWebhookReplays;
import encore.kernel.webhooks.deliveries.WebhookReplay;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Answers from the store of the delivery. Every node reads it; attempts are there a second after they were made. */
@Component
class WebhookDeliveries implements QueryComponent {

    private final ProcessStores stores;
    private final QueryGateway queryGateway;

    WebhookDeliveries(ProcessStores stores, QueryGateway queryGateway) {
        this.stores = stores;
        this.queryGateway = queryGateway;
    }

    private ProcessStore store() {
        return stores.open(ProcessStores.WEBHOOKS);
    }

    @QueryHandler
    Page<WebhookAttempt> find(FindWebhookAttempts query) {
        requireWebhook(query.webhook());
        StoredEndpoint endpoint = endpoint(query.webhook());
        int limit = query.paging().limit();
        List<NumberedAttempt> found = new ArrayList<>();
        if (endpoint != null) {
            AttemptKey from = AttemptKey.parse(query.paging().after());
            long number = from == null
                    ? endpoint.attempts().next() - 1
                    : Math.min(from.number(), endpoint.attempts().next() - 1);
            for (; number >= endpoint.attempts().first() && found.size() <= limit; number--) {
                addNewestFirst(query.webhook(), number, from, found);
            }
        }
        return Page.of(found, limit, each -> each.key().toString(), 0).map(NumberedAttempt::shown);
    }

    private void addNewestFirst(
            WebhookId webhook, long number, @Nullable AttemptKey before, List<NumberedAttempt> found) {
        String stored = store().get(WebhookEntries.attempts(webhook, number));
        if (stored == null) {
            return;
        }
        List<StoredAttempt> attempts = read(stored, StoredAttempts.class).attempts();
        int end = before != null && before.number() == number ? before.index() : attempts.size();
        for (int index = Math.min(end, attempts.size()) - 1; index >= 0; index--) {
            found.add(new NumberedAttempt(new AttemptKey(number, index), attempts.get(index)));
        }
    }

    @QueryHandler
    Page<WebhookDeadLetter> find(FindWebhookDeadLetters query) {
        requireWebhook(query.webhook());
        String prefix = WebhookEntries.letters(query.webhook());
        String after =
                query.paging().after() == null ? null : prefix + query.paging().after();
        int limit = query.paging().limit();
        List<StoredLetter> found = store().list(prefix, after, limit + 1).stream()
                .map(Entry::value)
                .map(value -> read(value, StoredLetter.class))
                .toList();
        return Page.of(found, limit, StoredLetter::messageId, 0).map(WebhookDeliveries::toDeadLetter);
    }

    @QueryHandler
    WebhookDeadLetter find(FindWebhookDeadLetter query) {
        requireWebhook(query.webhook());
        String stored = store().get(WebhookEntries.letter(query.webhook(), query.messageId()));
        if (stored == null) {
            throw Refusal.unknownId("message_id");
        }
        return toDeadLetter(read(stored, StoredLetter.class));
    }

    private static WebhookDeadLetter toDeadLetter(StoredLetter stored) {
        return new WebhookDeadLetter(
                stored.messageId(),
                stored.position(),
                stored.failure(),
                stored.status(),
                stored.tries(),
                Instant.ofEpochMilli(stored.at()));
    }

    @QueryHandler
    List<WebhookReplay> find(FindWebhookReplays query) {
        requireWebhook(query.webhook());
        StoredEndpoint endpoint = endpoint(query.webhook());
        return endpoint == null
                ? List.of()
                : endpoint.replays().stream().map(WebhookDeliveries::toReplay).toList();
    }

    private static WebhookReplay toReplay(StoredEndpoint.StoredReplay stored) {
        List<Long> unfinished = stored.backlog().positions();
        long after = unfinished.isEmpty() ? stored.backlog().read() : unfinished.getFirst() - 1;
        return new WebhookReplay(stored.replayUid(), after, stored.until(), stored.eventTypes());
    }

    @QueryHandler
    List<Webhook> find(FindFailingWebhooks query) {
        return queryGateway.ask(new FindWebhooks(query.account())).stream()
                .filter(webhook -> webhook.isEnabled() ? isFailing(query.account(), webhook) : isDisabledByUs(webhook))
                .toList();
    }

    private boolean isFailing(long account, Webhook webhook) {
        StoredEndpoint endpoint = endpoint(new WebhookId(account, webhook.webhookUid()));
        return endpoint != null && endpoint.health().faultSince() > 0;
    }

    private static boolean isDisabledByUs(Webhook webhook) {
        return webhook.disabling() != null;
    }

    private @Nullable StoredEndpoint endpoint(WebhookId webhook) {
        String stored = store().get(WebhookEntries.endpoint(webhook));
        return stored == null ? null : read(stored, StoredEndpoint.class);
    }

    private void requireWebhook(WebhookId webhook) {
        queryGateway.ask(new FindWebhook(webhook.account(), webhook.uid()));
    }
}
