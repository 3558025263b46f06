package encore.kernel.requirements;

import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.QuestDetails;
import encore.kernel.requirements.Requirement.Points;
import encore.kernel.requirements.Requirement.QuestsCompleted;
import encore.kernel.requirements.Requirement.Tagged;
import encore.kernel.requirements.Requirement.TierReached;
import org.jspecify.annotations.Nullable;

/** The condition under which a quest is open to a fan. A restriction without its value is met by nobody. */
public final class QuestAccess {

    private QuestAccess() {}

    /**
     * Returns the requirement of a quest.
     *
     * @param pointUid the point type of the quest
     */
    public static Requirement requirementOf(QuestDetails details, String pointUid) {
        return switch (details.accessRestrictionType()) {
            case null -> Requirement.NONE;
            case FAN_POINTS -> ofPoints(pointUid, details.fanPointsRequired());
            case POINT_TIER ->
                details.pointTierUid() == null ? Requirement.NEVER : new TierReached(details.pointTierUid());
            case QUESTS ->
                details.requiredPageTabIds() == null
                        ? Requirement.NEVER
                        : new QuestsCompleted(details.requiredPageTabIds());
            case TAG -> details.tagName() == null ? Requirement.NEVER : new Tagged(details.tagName());
        };
    }

    private static Requirement ofPoints(String pointUid, @Nullable Long points) {
        return points == null ? Requirement.NEVER : new Points(pointUid, points);
    }

    /** Returns whether a quest is hidden, and not locked, for fans that do not meet its requirement. */
    public static boolean hides(QuestDetails details) {
        return details.accessRestrictionType() == AccessRestriction.TAG;
    }
}
