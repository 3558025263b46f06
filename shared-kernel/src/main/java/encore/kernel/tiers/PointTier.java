package encore.kernel.tiers;

import encore.kernel.WireTime;
import java.time.Instant;

/** Says what a balance of at least {@code minPoints} is worth. */
public record PointTier(
        String pointTierUid,
        long accountId,
        String pointUid,
        String pointName,
        String tierName,
        long minPoints,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {}
