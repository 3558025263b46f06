package encore.kernel.tiers;

import encore.kernel.time.WireTime;
import java.time.Instant;

/** A tier, which a balance of at least {@code minPoints} reaches. */
public record PointTier(
        String pointTierUid,
        long accountId,
        String pointUid,
        String pointName,
        String tierName,
        long minPoints,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp) {}
