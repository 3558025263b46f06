package encore.kernel.requirements.simulations;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.StreamId;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestState;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardId;
import encore.kernel.rewards.RewardState;
import encore.kernel.rewards.RewardType;

/**
 * Answers the state that a quest or a reward would have after it was created or changed. The command is refused as that
 * call would be. None of these commands changes anything, and no name or place is taken.
 */
public sealed interface PlanCommand<R> extends Command<R> {

    /**
     * A new quest. The parameters name the business, so an unknown one is refused as unknown.
     *
     * @param quest an unused id
     */
    record PlanQuest(QuestId quest, long businessId, QuestType questType, QuestDetails details)
            implements PlanCommand<QuestState> {
        @Override
        public StreamId stream() {
            return quest;
        }
    }

    /** A changed quest. An unknown or deleted one is refused as unknown. */
    record PlanQuestChange(QuestId quest, Patch<QuestDetails> change) implements PlanCommand<QuestState> {
        @Override
        public StreamId stream() {
            return quest;
        }
    }

    /**
     * A new reward. The parameters name the business, so an unknown one is refused as unknown.
     *
     * @param reward an unused id
     */
    record PlanReward(RewardId reward, long businessId, RewardType rewardType, RewardDetails details)
            implements PlanCommand<RewardState> {
        @Override
        public StreamId stream() {
            return reward;
        }
    }

    /** A changed reward. An unknown or deleted one is refused as unknown. */
    record PlanRewardChange(RewardId reward, Patch<RewardDetails> change) implements PlanCommand<RewardState> {
        @Override
        public StreamId stream() {
            return reward;
        }
    }
}
