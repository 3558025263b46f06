package encore.kernel.requirements.backfills;

import encore.kernel.Query;
import encore.kernel.quests.QuestId;
import encore.kernel.rewards.RewardId;

/** The queries for the progress of back-fills. An unknown or deleted quest or reward is refused as unknown. */
public sealed interface BackfillQuery extends Query<BackfillStatus> {

    /** Returns the position up to which an automation must have read before a rule counts as followed. */
    long since();

    /** Returns the id of the rule. */
    String rule();

    /** The back-fill of a quest. */
    record FindQuestBackfill(QuestId quest, long since) implements BackfillQuery {
        @Override
        public long account() {
            return quest.account();
        }

        @Override
        public String rule() {
            return quest.toString();
        }
    }

    /** The back-fill of a reward. */
    record FindRewardBackfill(RewardId reward, long since) implements BackfillQuery {
        @Override
        public long account() {
            return reward.account();
        }

        @Override
        public String rule() {
            return reward.toString();
        }
    }
}
