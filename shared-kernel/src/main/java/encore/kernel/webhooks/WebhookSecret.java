package encore.kernel.webhooks;

import encore.kernel.SecretAnswer;

/**
 * A secret of a webhook.
 *
 * @param secret {@code whsec_} and the secret in Base64
 */
public record WebhookSecret(String webhookUid, String secret) implements SecretAnswer {

    @Override
    public String toString() {
        return "WebhookSecret[" + webhookUid + "]";
    }
}
