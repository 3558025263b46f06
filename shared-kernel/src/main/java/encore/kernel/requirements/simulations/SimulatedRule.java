package encore.kernel.requirements.simulations;

import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import org.jspecify.annotations.Nullable;

/**
 * A quest or a reward as it would be.
 *
 * @param quest the quest, or an unused id; null for a reward
 * @param questState null for a reward
 * @param reward the reward, or an unused id; null for a quest
 * @param rewardState null for a quest
 * @param prizeCodes how many prize codes a reward gets besides those that it has
 * @param isExisting whether it exists: then the fans who have it are compared with those who would get it
 */
public record SimulatedRule(
        @Nullable QuestId quest,
        @Nullable QuestState questState,
        @Nullable RewardId reward,
        @Nullable RewardState rewardState,
        long prizeCodes,
        boolean isExisting) {

    public SimulatedRule {
        if ((quest == null || questState == null) == (reward == null || rewardState == null)) {
            throw new IllegalArgumentException("Either a quest or a reward is simulated");
        }
    }

    public static SimulatedRule ofQuest(QuestId quest, QuestState state, boolean isExisting) {
        return new SimulatedRule(quest, state, null, null, 0, isExisting);
    }

    public static SimulatedRule ofReward(RewardId reward, RewardState state, long prizeCodes, boolean isExisting) {
        return new SimulatedRule(null, null, reward, state, prizeCodes, isExisting);
    }

    /** Returns the name of its stream. */
    public String stream() {
        return quest == null ? String.valueOf(reward) : quest.toString();
    }

    public long businessId() {
        return questState != null ? questState.businessId() : rewardState != null ? rewardState.businessId() : 0;
    }
}
