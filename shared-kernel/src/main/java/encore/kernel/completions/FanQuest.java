package encore.kernel.completions;

import encore.kernel.quests.QuestType;
import encore.kernel.time.WireTime;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A quest with its status for one fan.
 *
 * @param reason the reason for the status; if the quest is not active, this too. Null for a quest that is open to the fan
 * @param activityId the activity of the completion; null unless the fan completed it
 * @param completionTimestamp the time of the deed; null unless the fan completed it
 */
public record FanQuest(
        long pageTabId,
        @Nullable String questTitle,
        QuestType questType,
        @Nullable String performanceUid,
        FanQuestStatus status,
        @Nullable String reason,
        @Nullable Long activityId,
        @WireTime(WireTime.Form.BOTH) @Nullable Instant completionTimestamp) {}
