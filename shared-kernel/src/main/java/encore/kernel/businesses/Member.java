package encore.kernel.businesses;

import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fan that is opted in to a business.
 *
 * @param displayName the present display name
 * @param creationTimestamp the time of the latest opt-in
 */
public record Member(
        long fanId,
        @Nullable String displayName,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    public Member withDisplayName(@Nullable String name) {
        return new Member(fanId, name, creationTimestamp);
    }
}
