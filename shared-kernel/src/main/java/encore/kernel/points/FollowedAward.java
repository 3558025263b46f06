package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * The part of an award that followers see. A component is null for an event without it.
 *
 * @param balance the balance of the ledger after this award; null also for awards of revision 0
 */
public record FollowedAward(
        @Nullable String pointUid,
        @Nullable String fanPointUid,
        @Nullable Long pointCount,
        @Nullable Long balance,
        @Nullable String pointType,
        @Nullable String pointSource) {}
