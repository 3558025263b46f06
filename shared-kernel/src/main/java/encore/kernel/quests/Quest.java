package encore.kernel.quests;

import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.trackers.NewTracker;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A quest for other features.
 *
 * @param tracker the tracker of a link_url quest; null for the others
 */
public record Quest(
        long account,
        long pageTabId,
        long businessId,
        QuestType questType,
        String pointUid,
        @Nullable NewTracker tracker,
        QuestDetails details,
        Instant creationTimestamp) {

    /**
     * A quest as it is shown.
     *
     * @param quizQuestions the questions of the campaign of a quickpicks quest; null for the other types
     */
    public record Shown(
            Quest quest,
            String status,
            String statusMessage,
            @Nullable List<QuizQuestion.PublicQuestion> quizQuestions) {}
}
