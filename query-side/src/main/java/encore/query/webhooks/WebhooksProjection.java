package encore.query.webhooks;

import encore.infra.eventstore.RecordedEvent;
import encore.infra.views.Documents;
import encore.infra.views.Views;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.Webhook.Disabling;
import encore.kernel.webhooks.WebhookEvent.WebhookChanged;
import encore.kernel.webhooks.WebhookEvent.WebhookDeleted;
import encore.kernel.webhooks.WebhookEvent.WebhookDisabled;
import encore.kernel.webhooks.WebhookEvent.WebhookMade;
import encore.kernel.webhooks.WebhookEvent.WebhookSecretRotated;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookQuery.FindWebhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.query.documents.Catalogue;
import encore.query.documents.CatalogueEntry;
import encore.query.projection.Projection;
import java.util.List;
import org.axonframework.eventhandling.EventHandler;
import org.axonframework.queryhandling.QueryHandler;
import org.springframework.stereotype.Component;

/** Keeps webhooks. An event whose address cannot be read any more is of a webhook that was deleted since. */
@Component
class WebhooksProjection implements Projection {

    private static final Catalogue<StoredWebhook> WEBHOOKS = Catalogue.of("webhooks", StoredWebhook.class);

    @Override
    public Views.Shape shape() {
        return new Views.Shape("webhooks", List.of(WEBHOOKS.collection()));
    }

    @EventHandler
    void on(WebhookMade event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.settings().url() != null) {
            long after = event.after() == null ? recordedEvent.position() : event.after();
            WEBHOOKS.add(
                    event.webhook(),
                    StoredWebhook.of(event.webhook(), event.settings(), after),
                    recordedEvent,
                    documents);
        }
    }

    @EventHandler
    void on(WebhookChanged event, RecordedEvent recordedEvent, Documents.Batch documents) {
        if (event.settings().url() != null) {
            WEBHOOKS.change(event.webhook(), before -> before.with(event.settings()), recordedEvent, documents);
        }
    }

    @EventHandler
    void on(WebhookSecretRotated event, RecordedEvent recordedEvent, Documents.Batch documents) {
        WEBHOOKS.change(event.webhook(), before -> before.rotated(recordedEvent.at()), recordedEvent, documents);
    }

    @EventHandler
    void on(WebhookDisabled event, RecordedEvent recordedEvent, Documents.Batch documents) {
        var reason = new Disabling(event.reason(), event.position(), recordedEvent.at());
        WEBHOOKS.change(event.webhook(), before -> before.disabled(reason), recordedEvent, documents);
    }

    @EventHandler
    void on(WebhookDeleted event, Documents.Batch documents) {
        WEBHOOKS.remove(event.webhook(), documents);
    }

    @QueryHandler
    List<Webhook> find(FindWebhooks query, Documents documents) {
        return WEBHOOKS.all(query.account(), documents)
                .map(WebhooksProjection::shown)
                .toList();
    }

    @QueryHandler
    Webhook find(FindWebhook query, Documents documents) {
        return shown(WEBHOOKS.one(new WebhookId(query.account(), query.webhookUid()), documents));
    }

    private static Webhook shown(CatalogueEntry<StoredWebhook> entry) {
        return entry.thing().shown(entry.createdAt());
    }
}
