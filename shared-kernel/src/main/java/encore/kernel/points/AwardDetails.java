package encore.kernel.points;

import org.jspecify.annotations.Nullable;

/**
 * Holds what an award may say besides whose it is and how much.
 *
 * @param pointType points, vendora or vendorb
 * @param awardKey honoured once in the ledger
 * @param activityId what the fan did for it
 */
public record AwardDetails(
        String pointType,
        @Nullable String awardKey,
        @Nullable String rewardUid,
        @Nullable Long pageTabId,
        @Nullable Long activityId) {

    public static final AwardDetails NONE = new AwardDetails("points", null, null, null, null);

    /** Nothing but a key that is honoured once. */
    public static AwardDetails once(@Nullable String awardKey) {
        return new AwardDetails(NONE.pointType, awardKey, null, null, null);
    }
}
