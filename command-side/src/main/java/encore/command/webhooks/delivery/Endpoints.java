package encore.command.webhooks.delivery;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.webhooks.WebhookId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The webhooks of all accounts. Each event is offered to those of its account. One thread uses it. */
final class Endpoints {

    private final Map<WebhookId, Endpoint> endpoints = new LinkedHashMap<>();
    private final Map<String, List<Endpoint>> byAccount = new HashMap<>();

    void add(Endpoint endpoint) {
        endpoints.put(endpoint.webhook, endpoint);
        byAccount
                .computeIfAbsent(Long.toString(endpoint.webhook.account()), account -> new ArrayList<>())
                .add(endpoint);
    }

    void remove(Endpoint endpoint) {
        endpoints.remove(endpoint.webhook);
        byAccount
                .getOrDefault(Long.toString(endpoint.webhook.account()), List.of())
                .remove(endpoint);
    }

    @Nullable
    Endpoint find(WebhookId webhook) {
        return endpoints.get(webhook);
    }

    Collection<Endpoint> all() {
        return endpoints.values();
    }

    /** Offers an event of the shared reading to the webhooks of its account that have read all events before it. */
    void offer(RecordedEvent recordedEvent) {
        List<Endpoint> own = byAccount.get(recordedEvent.account());
        if (own == null) {
            return;
        }
        for (Endpoint endpoint : own) {
            boolean isNew = !endpoint.isBehind && endpoint.live.read() < recordedEvent.position();
            if (isNew && endpoint.subscription().wants(recordedEvent)) {
                offer(endpoint, recordedEvent);
            }
        }
    }

    private static void offer(Endpoint endpoint, RecordedEvent recordedEvent) {
        endpoint.isChanged = true;
        if (endpoint.accepts(endpoint.live)) {
            endpoint.live.add(recordedEvent);
            endpoint.live.readTo(recordedEvent.position());
        } else {
            // It reads on by itself, once there is room.
            endpoint.live.readTo(recordedEvent.position() - 1);
            endpoint.isBehind = true;
        }
    }
}
