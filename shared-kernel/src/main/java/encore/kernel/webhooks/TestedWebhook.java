package encore.kernel.webhooks;

import org.jspecify.annotations.Nullable;

/**
 * How an endpoint took a test message.
 *
 * @param messageId the webhook-id that it was sent with
 * @param isDelivered whether the endpoint answered a 2xx in time
 * @param status the status of its answer; null for none
 * @param failure the kind of failure, as attempts show it; null for none
 */
public record TestedWebhook(
        String messageId,
        boolean isDelivered,
        @Nullable Integer status,
        @Nullable String failure,
        long durationMs) {}
