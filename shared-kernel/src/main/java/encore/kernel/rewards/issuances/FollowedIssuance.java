package encore.kernel.rewards.issuances;

import org.jspecify.annotations.Nullable;

/**
 * The part of an issuance that followers see. A component is null for an event without it.
 *
 * @param rewardUid the reward that the fan got
 * @param rewardNumber 1 for the first issuance of the reward
 */
public record FollowedIssuance(
        @Nullable String rewardUid,
        @Nullable Long rewardBusinessId,
        @Nullable String rewardPerformanceUid,
        @Nullable Long rewardNumber) {}
