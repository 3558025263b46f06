package encore.kernel.requirements.explanations;

import encore.kernel.Query;
import encore.kernel.quests.QuestId;
import encore.kernel.rewards.RewardId;
import encore.kernel.time.AsOf;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The queries for the reason why a fan has something, or for the conditions that are missing. An unknown fan, quest or
 * reward is refused as unknown; a deleted quest or reward is explained.
 */
public sealed interface ExplanationQuery extends Query<Explanation> {

    long fanId();

    /** Returns the moment with which dates are compared, unless there is an {@link #asOf}. */
    Instant now();

    /** The completion of a quest. */
    record ExplainQuest(
            QuestId quest,
            long fanId,
            Instant now,
            @Nullable AsOf asOf) implements ExplanationQuery {
        @Override
        public long account() {
            return quest.account();
        }
    }

    /** The issuance of a reward. */
    record ExplainReward(
            RewardId reward,
            long fanId,
            Instant now,
            @Nullable AsOf asOf) implements ExplanationQuery {
        @Override
        public long account() {
            return reward.account();
        }
    }
}
