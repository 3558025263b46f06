package encore.kernel.subscriptions;

import encore.kernel.privacy.Contact;
import encore.kernel.time.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The subscription of a partner's user.
 *
 * @param fanId the fan whose identifier of the network {@code partner} the user is; null when no fan has it
 * @param devices in the order in which they were subscribed
 */
public record Subscription(
        String subscriptionUid,
        @Contact String userKey,
        @Nullable Long fanId,
        List<PushDevice> devices,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    /** Returns the same subscription with its fan. */
    public Subscription withFan(@Nullable Long fan) {
        return new Subscription(subscriptionUid, userKey, fan, devices, creationTimestamp);
    }
}
