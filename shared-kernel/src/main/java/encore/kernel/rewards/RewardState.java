package encore.kernel.rewards;

/**
 * A reward as its stream knows it, for a decision of another feature.
 *
 * @param pointUid the point type that measures it unless it requires a tier
 * @param issued how many fans have it
 */
public record RewardState(
        long businessId,
        RewardType rewardType,
        String pointUid,
        RewardDetails details,
        long issued,
        boolean isDeleted) {}
