package encore.kernel.completions;

import encore.kernel.Command;
import encore.kernel.completions.CompletionEvent.QuestCompleted;
import encore.kernel.names.AddedLater;
import encore.kernel.points.LedgerId;
import encore.kernel.points.QuestAward;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The commands of completions of quests. */
public sealed interface CompletionCommand<R> extends Command<R> {

    /**
     * Completes a quest for a fan, and records the activity. Whether the fan may complete it was decided before; only an
     * erased fan, a deleted quest and a removed business are refused here. A completion that exists is the answer again.
     */
    record CompleteQuest(CompletionId completion, CompletionDraft draft) implements CompletionCommand<CompletedQuest> {

        @Override
        public CompletionId stream() {
            return completion;
        }
    }

    /**
     * Completes a quest for a fan by a call (spec 3, 4: POST .../complete), links a wristband first, and awards the points
     * before it answers. The path names the business, the quest and the fan, so an unknown one is refused as unknown. A
     * quest that is locked or hidden for the fan, or not active, is refused, unless the fan completed it before.
     *
     * @param lookupId the wristband; required for wristband quests, null for none. It is personal, so it is in no event of
     *     a completion
     * @param effectiveAt the time of its own; null for none
     */
    record CompleteQuestByCall(
            CompletionId completion,
            long businessId,
            @Nullable String lookupId,
            CompletionUids uids,
            @Nullable Instant effectiveAt)
            implements CompletionCommand<CompletedQuest> {

        @Override
        public CompletionId stream() {
            return completion;
        }
    }

    /**
     * Adds the points of a completion to the fan's ledger, once for each quest. The call and an automation send the same
     * command; the later one changes nothing.
     *
     * @param fanPointUid the uid of the record of points
     * @param activityId the completion's activity_id
     * @param count the points of the completion's event
     * @param effectiveAt the time of its own of the completion; null for none
     */
    record PayCompletion(
            LedgerId ledger,
            CompletionId completion,
            String fanPointUid,
            long activityId,
            long count,
            QuestAward award,
            @AddedLater @Nullable Instant effectiveAt)
            implements CompletionCommand<CompletedQuest> {

        /**
         * Returns the command for a completion that gives points; null for one that gives none.
         *
         * @param position the position of the completion's event
         */
        public static @Nullable PayCompletion of(QuestCompleted completed, long position) {
            Long points = completed.pointsReward();
            String uid = completed.pointsUid();
            return points == null || uid == null
                    ? null
                    : new PayCompletion(
                            new LedgerId(completed.completion().fan(), completed.pointUid()),
                            completed.completion(),
                            uid,
                            QuestCompleted.activityIdAt(position),
                            points,
                            new QuestAward(completed.performanceUid(), completed.at()),
                            completed.effectiveAt());
        }

        @Override
        public LedgerId stream() {
            return ledger;
        }
    }
}
