package encore.kernel.webhooks;

/**
 * The answer to the commands that make a secret.
 *
 * @param generation the generation of the secret, by which it is derived
 */
public record MadeSecret(String webhookUid, int generation) {}
