package encore.kernel.webhooks;

import encore.kernel.SecretAnswer;
import encore.kernel.webhooks.signing.SigningSecrets;

/** The address of a webhook, and the secrets that sign its messages. */
public record WebhookTarget(WebhookId webhook, String url, SigningSecrets secrets) implements SecretAnswer {

    @Override
    public String toString() {
        return "WebhookTarget[" + webhook + "]";
    }
}
