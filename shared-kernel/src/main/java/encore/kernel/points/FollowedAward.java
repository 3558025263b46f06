package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * Holds what followers see of an award; every component is null for other events.
 *
 * @param balance of the ledger with this award; null also for the oldest ones
 */
public record FollowedAward(
        @Nullable String pointUid,
        @Nullable String fanPointUid,
        @Nullable Long pointCount,
        @Nullable Long balance,
        @Nullable String pointType,
        @Nullable String pointSource) {}
