package encore.kernel.webhooks;

import encore.kernel.Query;
import encore.kernel.webhooks.deliveries.WebhookState;
import java.util.List;

/** Everything that can be asked about webhooks. */
public sealed interface WebhookQuery<R> extends Query<R> {

    /** The webhooks of an account, oldest first. A rule bounds them. */
    record FindWebhooks(long account) implements WebhookQuery<List<Webhook>> {}

    /** How far the deliveries of an account's webhooks are, oldest webhook first. */
    record FindWebhookStates(long account) implements WebhookQuery<List<WebhookState>> {}

    /** One webhook. An unknown one is refused as unknown. */
    record FindWebhook(long account, String webhookUid) implements WebhookQuery<Webhook> {}

    /** The webhooks whose endpoint failed since its last success, and those that Encore disabled; oldest first. */
    record FindFailingWebhooks(long account) implements WebhookQuery<List<Webhook>> {}
}
