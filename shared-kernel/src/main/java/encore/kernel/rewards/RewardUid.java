package encore.kernel.rewards;

/** The answer to the commands of a reward: its uid. */
public record RewardUid(String rewardUid) {}
