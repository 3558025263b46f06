package encore.kernel.webhooks.deliveries;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message that an endpoint refused for good.
 *
 * @param messageId the webhook-id
 * @param position the event's position
 * @param failure the kind of the last failure
 * @param status the status of the last answer; null for none
 */
public record WebhookDeadLetter(
        String messageId,
        long position,
        String failure,
        @Nullable Integer status,
        int attempts,
        @WireTime(WireTime.Form.BOTH) Instant deadTimestamp) {}
