package encore.kernel.completions;

import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestReward;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a quest that a completion keeps, as they were at its time. A later change of the quest changes no
 * completion.
 *
 * @param title the title of the activity
 * @param pointUid the point type of the quest
 * @param pointsReward the points that a completion gives; null for none
 * @param pointType {@code vendora} or {@code vendorb} if a completion is a record of 0 points of that type too; null for
 *     none
 */
public record QuestTerms(
        long businessId,
        @Nullable String title,
        String pointUid,
        @Nullable Long pointsReward,
        @Nullable String pointType,
        @Nullable String performanceUid) {

    /** Returns the terms of a quest with these details. */
    public static QuestTerms of(long businessId, String pointUid, QuestDetails details) {
        QuestReward reward = details.rewardType();
        boolean givesPoints = reward == QuestReward.FAN_POINTS;
        return new QuestTerms(
                businessId,
                details.questTitle(),
                pointUid,
                givesPoints ? details.fanPointsReward() : null,
                reward == null || givesPoints ? null : reward.word(),
                details.performanceUid());
    }
}
