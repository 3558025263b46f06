package encore.query.webhooks.deliveries;

import encore.infra.eventstore.EventTail;
import encore.kernel.live.LiveEvent;
import encore.kernel.live.LiveEvents;
import encore.kernel.live.LiveQuery.FindLiveEvents;
import encore.kernel.webhooks.EventPattern;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.deliveries.ReplaySize;
import encore.kernel.webhooks.deliveries.WebhookDeliveryQuery.FindReplaySize;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import java.time.Duration;
import java.util.List;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/**
 * Counts the events that a replay would send, by their types. It reads the account's events, at most 100,000 of them and for
 * three seconds.
 */
@Component
class ReplaySizes implements QueryComponent {

    static final int MAX_EVENTS = 100_000;

    private static final long MAX_NANOS = Duration.ofSeconds(3).toNanos();
    private static final int PAGE = 1_000;

    private final QueryGateway queryGateway;
    private final EventTail tail;

    ReplaySizes(QueryGateway queryGateway, EventTail tail) {
        this.queryGateway = queryGateway;
        this.tail = tail;
    }

    @QueryHandler
    ReplaySize find(FindReplaySize query) {
        long account = query.webhook().account();
        Webhook webhook =
                queryGateway.ask(new FindWebhook(account, query.webhook().uid()));
        List<String> patterns = query.eventTypes().isEmpty() ? webhook.eventTypes() : query.eventTypes();
        // A replay ends at the event that asks for it.
        long until = Math.min(query.until(), tail.head());
        long began = System.nanoTime();
        long after = query.after();
        int read = 0;
        int counted = 0;
        while (after < until) {
            if (read >= MAX_EVENTS || System.nanoTime() - began > MAX_NANOS) {
                return new ReplaySize(counted, true);
            }
            LiveEvents page = queryGateway.ask(new FindLiveEvents(account, after, Math.min(PAGE, MAX_EVENTS - read)));
            for (LiveEvent event : page.events()) {
                if (event.position() <= until
                        && (webhook.withImports() || event.source() == null)
                        && EventPattern.anyMatches(patterns, event.type())) {
                    counted++;
                }
            }
            read += page.events().size();
            if (page.next() <= after) {
                break;
            }
            after = page.next();
        }
        return new ReplaySize(counted, false);
    }
}
