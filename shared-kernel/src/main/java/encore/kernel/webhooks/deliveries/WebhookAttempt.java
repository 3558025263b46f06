package encore.kernel.webhooks.deliveries;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One call of a webhook.
 *
 * @param attemptKey names the attempt among those of its webhook
 * @param messageId the webhook-id; empty when the event could not be read
 * @param position the event's position
 * @param status the status of the answer; null for none
 * @param failure the kind of failure; null for a success
 * @param isReplay whether the message belonged to a replay
 */
public record WebhookAttempt(
        String attemptKey,
        String messageId,
        long position,
        @Nullable Integer status,
        @Nullable String failure,
        long durationMs,
        boolean isReplay,
        @WireTime(WireTime.Form.BOTH) Instant attemptTimestamp) {}
