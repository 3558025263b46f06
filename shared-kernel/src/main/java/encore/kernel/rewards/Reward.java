package encore.kernel.rewards;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.time.WireTime;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A reward as it is shown (spec 3, 2). It holds no prize code. */
@RecordBuilder
public record Reward(
        String rewardUid,
        long businessId,
        String rewardTitle,
        RewardType rewardType,
        @WireTime(WireTime.Form.SECONDS) Instant creationTimestamp,
        String pointUid,
        RewardStatus status,
        String statusMessage,
        @Nullable String performanceUid,
        @Nullable String vendoraSalesEventKey,
        @Nullable String vendoraPromoKey,
        @Nullable DeliveryMethod vendoraDeliveryMethod,
        @Nullable Long fanPointsRequired,
        @Nullable String vendorbLocationGroupId,
        @Nullable String vendorbPromotionId,
        @Nullable String pointTierUid,
        @Nullable RequirementType requirementType,
        @Nullable String mediaUid,
        @Nullable String idolUid,
        @Nullable String description,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant expirationTimestamp,
        @Nullable ZoneId timezone,
        @Nullable Boolean disableVendoraQrcodeEmail,
        @Nullable List<Long> requiredPageTabIds,
        @Nullable WinnerSelection winnerSelectionModel,
        @Nullable Long rewardLimit,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant accessStartTimestamp,
        @WireTime(WireTime.Form.SECONDS) @Nullable Instant accessEndTimestamp,
        @Nullable String accessPassType,
        @Nullable Boolean isLimited,
        @Nullable Long orderIdx) {

    /**
     * A reward for staff.
     *
     * @param issuedCount how many fans have it
     */
    public record Managed(@JsonUnwrapped Reward reward, boolean isDisabled, long issuedCount) {

        public Managed with(Reward shown) {
            return new Managed(shown, isDisabled, issuedCount);
        }
    }
}
