package encore.kernel.businesses;

import encore.kernel.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A fan who opted in to a business.
 *
 * @param displayName of now
 * @param creationTimestamp when the fan opted in, the last time
 */
public record Member(
        long fanId,
        @Nullable String displayName,
        @WireTime(WireTime.Form.BOTH) Instant creationTimestamp) {

    public Member called(@Nullable String name) {
        return new Member(fanId, name, creationTimestamp);
    }
}
