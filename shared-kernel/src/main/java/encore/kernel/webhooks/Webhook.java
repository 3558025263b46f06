package encore.kernel.webhooks;

import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A webhook as queries show it. Its secret is not shown.
 *
 * @param eventTypes the types that it gets, and patterns such as {@code fan_*}
 * @param after the position after which it began
 * @param withImports whether it gets the events of imports too
 * @param secretTimestamp the time of the newest secret
 * @param disabling why Encore disabled it; null when it is enabled, or when the account disabled it
 */
public record Webhook(
        String webhookUid,
        String url,
        List<String> eventTypes,
        @Nullable String description,
        long after,
        int maxPerSecond,
        boolean isEnabled,
        boolean withImports,
        @Nullable Disabling disabling,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
        @WireTime(WireTime.Form.BOTH) Instant secretTimestamp) {

    public Webhook {
        eventTypes = List.copyOf(eventTypes);
    }

    /**
     * The reason for which a webhook was disabled.
     *
     * @param position all events up to here are delivered, or are dead letters
     */
    public record Disabling(
            WebhookFault reason,
            long position,
            @WireTime(WireTime.Form.BOTH) Instant disabledTimestamp) {}

    @Override
    public String toString() {
        return "Webhook[" + webhookUid + "]";
    }
}
