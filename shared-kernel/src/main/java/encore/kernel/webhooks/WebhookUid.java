package encore.kernel.webhooks;

/** The answer to the commands of a webhook: its uid. */
public record WebhookUid(String webhookUid) {}
