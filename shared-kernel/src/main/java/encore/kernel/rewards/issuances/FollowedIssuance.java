package encore.kernel.rewards.issuances;

import org.jspecify.annotations.Nullable;

/**
 * The details of an issuance for followers of events.
 *
 * @param number 1 for the first issuance of the reward
 * @param performanceUid null for none
 */
public record FollowedIssuance(
        String rewardUid,
        long businessId,
        long number,
        String fanPointUid,
        String pointType,
        boolean isByHand,
        @Nullable String performanceUid) {}
