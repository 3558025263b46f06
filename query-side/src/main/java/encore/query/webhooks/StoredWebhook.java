package encore.query.webhooks;

import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.Webhook.Disabling;
import encore.kernel.webhooks.WebhookId;
import encore.kernel.webhooks.WebhookSettings;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A webhook.
 *
 * @param after the position after which it began
 * @param disabling why Encore disabled it
 * @param rotatedAt the time of the newest rotation
 */
record StoredWebhook(
        String uid,
        WebhookSettings settings,
        long after,
        @Nullable Disabling disabling,
        @Nullable Instant rotatedAt) {

    static StoredWebhook of(WebhookId webhook, WebhookSettings settings, long after) {
        Disabling never = null;
        Instant not = null;
        return new StoredWebhook(webhook.uid(), settings, after, never, not);
    }

    /** A webhook that is enabled again has no reason any more. */
    StoredWebhook with(WebhookSettings changed) {
        return new StoredWebhook(uid, changed, after, changed.isEnabled() ? null : disabling, rotatedAt);
    }

    StoredWebhook disabled(Disabling reason) {
        return new StoredWebhook(uid, settings.disabled(), after, reason, rotatedAt);
    }

    StoredWebhook rotated(Instant at) {
        return new StoredWebhook(uid, settings, after, disabling, at);
    }

    Webhook shown(Instant createdAt) {
        return new Webhook(
                uid,
                settings.requireUrl(),
                settings.eventTypes(),
                settings.description(),
                after,
                settings.maxPerSecond(),
                settings.isEnabled(),
                settings.wantsImports(),
                disabling,
                createdAt,
                rotatedAt == null ? createdAt : rotatedAt);
    }
}
