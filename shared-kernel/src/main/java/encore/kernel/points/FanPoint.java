package encore.kernel.points;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A record of a ledger as it is stored. The two spellings of the spec (2, 2 and 3, 2) are made from it at the gateway,
 * with the names that others own.
 *
 * @param balance of the ledger with this record; null only for records of revision 0
 */
public record FanPoint(
        long account,
        String fanPointUid,
        long fanId,
        String pointUid,
        long pointCount,
        @Nullable Long balance,
        String pointType,
        String pointSource,
        @Nullable String rewardUid,
        @Nullable Long pageTabId,
        @Nullable Long activityId,
        Instant creationTimestamp) {}
