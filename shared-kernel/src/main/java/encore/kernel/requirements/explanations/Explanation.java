package encore.kernel.requirements.explanations;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import encore.kernel.quests.QuestType;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a fan has completed a quest or has a reward, or the conditions that are missing. Each position is one of
 * the log, which {@code audit/proof} proves.
 *
 * @param metPosition the position at which the fan came to meet the rule; null unless it is {@code MET_NOT_YET_GIVEN}
 * @param gift how the fan got it; null if the fan has it not
 * @param rule the rule that was in force when it decided; if the fan has it not, the one in force now. Null for none
 * @param causes the events that led to it, by position; none for a call, and for a fan who has it not
 * @param conditions the conditions, met or missing; none for a fan who has it
 */
public record Explanation(
        long fanId,
        boolean isGiven,
        GiftStatus status,
        @Nullable Long metPosition,
        @Nullable Gift gift,
        @Nullable ExplainedRule rule,
        List<Cause> causes,
        List<ConditionState> conditions) {

    public Explanation {
        causes = List.copyOf(causes);
        conditions = List.copyOf(conditions);
    }

    /** Explains a fan who has it. */
    public static Explanation given(long fanId, Gift gift, @Nullable ExplainedRule rule, List<Cause> causes) {
        return new Explanation(fanId, true, GiftStatus.GIVEN, null, gift, rule, causes, List.of());
    }

    /**
     * Explains a fan who has it not.
     *
     * @param metPosition the position at which the fan came to meet the rule; null if it does not
     */
    public static Explanation missing(
            long fanId, @Nullable Long metPosition, @Nullable ExplainedRule rule, List<ConditionState> conditions) {
        GiftStatus status = metPosition == null ? GiftStatus.NOT_MET : GiftStatus.MET_NOT_YET_GIVEN;
        return new Explanation(fanId, false, status, metPosition, null, rule, List.of(), conditions);
    }

    /** Whether the fan has it, or will get it. */
    public enum GiftStatus {
        GIVEN,
        /** The fan does not meet the rule, or no place is left. */
        NOT_MET,
        /** The automation is about to give it: it is behind the log, or it is applying the rule to the past. */
        MET_NOT_YET_GIVEN;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The cause of a gift. */
    public enum GivenBy {
        /** Its rule, which an automation follows. */
        RULE,
        /** A call that completes the quest. */
        CALL,
        /** Staff, who assigned the reward. */
        HAND;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** A part of a rule. */
    public enum Part {
        /** The condition: points, a tier, quests, or a tag. */
        REQUIREMENT,
        /** A session of the fan at the business. */
        LOGIN,
        /** An activity of the fan at the business. */
        ACTIVITY,
        /** The deed that completes a quest, with everything that makes it the fan's. */
        DEED,
        /** The dates, and whether there is a rule at all. */
        ACTIVE,
        /** A place or prize code that is left. */
        PLACE;

        @JsonValue
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A completion or an issuance.
     *
     * @param position its position
     * @param time its stamp
     * @param deedTimestamp the time of the deed
     * @param number which issuance of the reward it is, from 1; null for a quest
     * @param actor the key, or the automation, that caused it
     * @param effectiveAtIso the time of its own that a call gave; null for none
     */
    @RecordBuilder
    public record Gift(
            long position,
            @WireTime(WireTime.Form.BOTH) Instant time,
            @WireTime(WireTime.Form.BOTH) Instant deedTimestamp,
            @Nullable Long number,
            GivenBy givenBy,
            String actor,
            String command,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

    /**
     * A version of a rule.
     *
     * @param position the position of the event that made it: a change of the quest or reward, or of a thing that it names
     * @param actor the key, or the automation, that caused that event
     * @param requirement null if everybody meets it
     * @param questType the deed that completes the quest; null for a reward
     * @param deedsFrom the first moment of a deed; null for any
     * @param deedsUntil the first moment after the time for deeds; null for any
     * @param expirationTimestamp null for a quest, or for never
     * @param rewardLimit null for no limit
     */
    @RecordBuilder
    public record ExplainedRule(
            long position,
            @WireTime(WireTime.Form.BOTH) Instant time,
            String actor,
            @Nullable ExplainedRequirement requirement,
            @Nullable QuestType questType,
            @WireTime(WireTime.Form.BOTH) @Nullable Instant deedsFrom,
            @WireTime(WireTime.Form.BOTH) @Nullable Instant deedsUntil,
            @WireTime(WireTime.Form.SECONDS) @Nullable Instant expirationTimestamp,
            @Nullable Long rewardLimit) {}

    /**
     * A requirement. A tier is shown by its points.
     *
     * @param pointUid null unless points are required
     * @param pointsRequired null unless points are required
     * @param requiredPageTabIds empty unless quests are required
     * @param tagName null unless a tag is required
     */
    public record ExplainedRequirement(
            @Nullable String pointUid,
            @Nullable Long pointsRequired,
            List<Long> requiredPageTabIds,
            @Nullable String tagName) {
        public ExplainedRequirement {
            requiredPageTabIds = List.copyOf(requiredPageTabIds);
        }
    }

    /**
     * An event that led to it.
     *
     * @param type its name in the log
     * @param time its stamp
     * @param actor the key, the automation or the fan that caused it
     * @param effectiveAtIso the time of its own, by which its dates go; null for none
     */
    public record Cause(
            long position,
            @WireTime(WireTime.Form.BOTH) Instant time,
            Part part,
            String type,
            String stream,
            String actor,
            String command,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {}

    /**
     * Whether the fan meets a part of a rule.
     *
     * @param position the position since which it is met; null if it is not, or always was
     * @param time the time of the deed that met it, or its stamp if it has a time of its own; null with the position
     * @param reason a sentence
     * @param effectiveAtIso the time of its own of the deed, with which dates are compared; null for none
     */
    public record ConditionState(
            Part part,
            boolean isMet,
            @Nullable Long position,
            @WireTime(WireTime.Form.BOTH) @Nullable Instant time,
            String reason,

            @JsonInclude(JsonInclude.Include.NON_NULL) @WireTime(WireTime.Form.ISO) @Nullable
            Instant effectiveAtIso) {

        /** A part that is met since an event. */
        public static ConditionState since(Part part, long position, Instant time, String reason) {
            return new ConditionState(part, true, position, time, reason, null);
        }

        /** A part that is met, or not, without an event that made it so. */
        public static ConditionState of(Part part, boolean isMet, String reason) {
            Long always = null;
            return new ConditionState(part, isMet, always, null, reason, null);
        }

        /** Returns this part with both times of the event that met it. */
        public ConditionState with(Instant stamp, Instant effectiveAt) {
            return new ConditionState(part, isMet, position, stamp, reason, effectiveAt);
        }
    }
}
