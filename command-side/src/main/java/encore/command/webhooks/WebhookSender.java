package encore.command.webhooks;

import encore.kernel.webhooks.TestedWebhook;
import encore.kernel.webhooks.WebhookTarget;

/** Sends a message to a webhook at once. */
public interface WebhookSender {

    /** Sends a signed test message once, and waits for the answer of the endpoint: 15 s at most. */
    TestedWebhook sendTest(WebhookTarget target);
}
