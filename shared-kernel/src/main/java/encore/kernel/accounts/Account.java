package encore.kernel.accounts;

import encore.kernel.WireTime;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An account as the operator sees it.
 *
 * @param callsPerMinute its own limit, or null for the installation's
 * @param origins allowed for browsers; empty: any
 * @param defaultPointUid the point type that 'points' means
 */
public record Account(
        long accountId,
        String name,
        @Nullable Integer callsPerMinute,
        List<String> origins,
        String defaultPointUid,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {
    public Account {
        origins = List.copyOf(origins);
    }
}
