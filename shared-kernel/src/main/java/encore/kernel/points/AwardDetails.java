package encore.kernel.points;

import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The optional parts of an award, besides fan and number of points.
 *
 * @param pointType {@code points}, {@code vendora} or {@code vendorb}
 * @param awardKey a key of the customer's; the ledger books an award with this key once
 * @param activityId the activity that is rewarded
 * @param sessionHash the session_ref of the fan's session, of which it is an award; null for none
 * @param quest the parts of an award of a quest; null for other awards
 * @param effectiveAt the time of its own; null for none
 */
@RecordBuilder
public record AwardDetails(
        String pointType,
        @Nullable String awardKey,
        @Nullable String rewardUid,
        @Nullable Long pageTabId,
        @Nullable Long activityId,
        @Nullable String sessionHash,
        @Nullable QuestAward quest,
        @Nullable Instant effectiveAt) {

    public static final AwardDetails NONE =
            AwardDetailsBuilder.builder().pointType("points").build();

    /** Returns details with an award key only. */
    public static AwardDetails withKey(@Nullable String awardKey) {
        return AwardDetailsBuilder.builder()
                .pointType(NONE.pointType)
                .awardKey(awardKey)
                .build();
    }
}
