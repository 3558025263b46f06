package encore.kernel.completions;

import encore.kernel.Event;
import encore.kernel.ZeroPointsRecord;
import encore.kernel.fans.FanId;
import encore.kernel.points.LedgerId;
import encore.kernel.points.ZeroPoints;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;

/** Everything that can happen to the completion of a quest by a fan: it happens, once. */
public sealed interface CompletionEvent extends Event {

    CompletionId completion();

    @Override
    default FanId subject() {
        return completion().fan();
    }

    /**
     * A fan completed a quest. Nothing in it is personal.
     *
     * @param businessId the business of the quest
     * @param at the time of the deed. A chain of effects keeps the time of its first deed, and dates are compared with it
     * @param causes the positions of the events that led to it, ascending; empty for a call
     * @param pointUid the point type of the quest
     * @param pointsReward the points that the completion gives; null for none
     * @param pointType {@code vendora} or {@code vendorb} if the completion is a record of 0 points of that type too; null
     *     for none
     * @param fanPointUid the uid of that record, which is data of a QR code; null for none
     * @param pointsUid the fan_point_uid of the award of {@code pointsReward}; null for none
     * @param effectiveAt the time of its own that the caller gave, which is {@code at} then; null for none
     */
    @RecordBuilder
    @Revision("1")
    record QuestCompleted(
            @PublishedValue CompletionId completion,
            @PublishedValue("quest_business_id") long businessId,
            @PublishedValue("completion_timestamp") Instant at,
            List<Long> causes,

            @NotPersonal("a uid of ours") String pointUid,

            @PublishedValue("quest_points") @Nullable Long pointsReward,

            @NotPersonal("a uid of ours") @Nullable String pointsUid,

            @NotPersonal("one of the contract's types") @Nullable
            String pointType,

            @NotPersonal("a uid of ours") @Nullable String fanPointUid,

            @PublishedValue("quest_performance_uid") @NotPersonal("a uid of ours") @Nullable
            String performanceUid,

            @PublishedValue(optional = true) @Nullable Instant effectiveAt)
            implements CompletionEvent, ZeroPointsRecord {

        public QuestCompleted {
            causes = List.copyOf(causes);
        }

        /** Returns the event of a draft. */
        public static QuestCompleted of(CompletionId completion, CompletionDraft draft, CompletionUids uids) {
            QuestTerms terms = draft.terms();
            return new QuestCompleted(
                    completion,
                    terms.businessId(),
                    draft.at(),
                    draft.causes(),
                    terms.pointUid(),
                    terms.pointsReward(),
                    terms.pointsReward() == null ? null : uids.pointsUid(),
                    terms.pointType(),
                    terms.pointType() == null ? null : uids.fanPointUid(),
                    terms.performanceUid(),
                    draft.effectiveAt());
        }

        /**
         * Returns the activity_id of a completion: its activity is the next event of the log, in the same commit.
         *
         * @param position the position of the completion's event
         */
        public static long activityIdAt(long position) {
            return position + 1;
        }

        /** Returns the position of the completion's event. */
        public static long positionBefore(long activityId) {
            return activityId - 1;
        }

        @Override
        public @Nullable ZeroPoints zeroPoints(long position) {
            return pointType == null || fanPointUid == null
                    ? null
                    : new ZeroPoints(
                            new LedgerId(completion.fan(), pointUid),
                            fanPointUid,
                            pointType,
                            "quest",
                            completion.pageTabId(),
                            activityIdAt(position),
                            performanceUid,
                            null);
        }
    }

    /**
     * The points of a completion were added to the fan's ledger. It is in the stream of the ledger, in one commit with the
     * record of points.
     *
     * @param pageTabId the quest, whose points a fan gets once
     */
    @Revision("1")
    record CompletionPaid(
            @PublishedValue LedgerId ledger,
            CompletionId completion,
            @PublishedValue("quest_page_tab_id") long pageTabId,
            @PublishedValue @NotPersonal("a uid of ours") String fanPointUid,
            @PublishedValue long pointCount)
            implements CompletionEvent {}
}
