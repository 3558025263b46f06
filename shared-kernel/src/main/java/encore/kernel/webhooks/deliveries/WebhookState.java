package encore.kernel.webhooks.deliveries;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far the delivery of a webhook is. It is a second old at most while the webhook is called.
 *
 * @param position all events up to here are delivered, or are dead letters
 * @param unfinishedCount the messages that were begun and are not delivered yet
 * @param lagSeconds the age of the oldest event that is not delivered yet; 0 for none
 * @param oldestEventTimestamp the time of that event; null for none
 * @param failingSinceTimestamp the first failure since the last success; null when the endpoint is well
 * @param nextTryTimestamp when the failing endpoint is called again; null when it is called as usual
 * @param deadLetterCount the dead letters; counted up to 1,000
 */
public record WebhookState(
        String webhookUid,
        long position,
        int unfinishedCount,
        long lagSeconds,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant oldestEventTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant failingSinceTimestamp,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant nextTryTimestamp,
        int deadLetterCount) {}
