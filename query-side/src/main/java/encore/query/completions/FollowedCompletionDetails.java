package encore.query.completions;

import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.completions.FollowedCompletion;
import encore.kernel.fans.FanId;
import encore.query.projection.EventDetails;
import org.springframework.stereotype.Component;

/** Gives followers of a completion its quest and its points. */
@Component
class FollowedCompletionDetails implements EventDetails<QuestCompleted, FollowedCompletion> {

    @Override
    public Class<QuestCompleted> event() {
        return QuestCompleted.class;
    }

    @Override
    public Class<FollowedCompletion> details() {
        return FollowedCompletion.class;
    }

    @Override
    public FanId fan(QuestCompleted completed) {
        return completed.completion().fan();
    }

    @Override
    public FollowedCompletion of(QuestCompleted completed) {
        return new FollowedCompletion(
                completed.completion().pageTabId(),
                completed.businessId(),
                completed.performanceUid(),
                completed.pointsReward());
    }
}
