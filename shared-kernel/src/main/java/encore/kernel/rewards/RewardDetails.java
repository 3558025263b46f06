package encore.kernel.rewards;

import encore.kernel.privacy.NotPersonal;
import encore.kernel.quests.DeliveryMethod;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a reward that can change; null where nothing is set. A {@link encore.kernel.Patch} changes them.
 *
 * @param rewardTitle unique in its business; null only in a change
 * @param requirementType null for a reward that is assigned by hand alone
 * @param rewardLimit how many fans get it; null for no limit
 * @param expirationTimestamp resolved once, when it was set
 * @param timezone the zone in which the expiration was given
 * @param isLimited whether each prize code is given once
 * @param isDisabled whether staff switched the reward off
 */
@RecordBuilder
public record RewardDetails(
        @NotPersonal("the title of a reward") @Nullable String rewardTitle,

        @NotPersonal("the description of a reward") @Nullable
        String description,

        @NotPersonal("a uid of ours") @Nullable String performanceUid,
        @Nullable RequirementType requirementType,
        @Nullable Long fanPointsRequired,
        @NotPersonal("a uid of ours") @Nullable String pointTierUid,
        @Nullable List<Long> requiredPageTabIds,
        @Nullable WinnerSelection winnerSelectionModel,
        @Nullable Long rewardLimit,
        @Nullable Instant expirationTimestamp,
        @Nullable ZoneId timezone,
        @Nullable Instant accessStartTimestamp,
        @Nullable Instant accessEndTimestamp,
        @NotPersonal("a kind of pass") @Nullable String accessPassType,
        @Nullable Boolean isLimited,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraSalesEventKey,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraPromoKey,
        @Nullable DeliveryMethod vendoraDeliveryMethod,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbLocationGroupId,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbPromotionId,
        @Nullable Boolean disableVendoraQrcodeEmail,
        @NotPersonal("a uid of ours") @Nullable String idolUid,
        @NotPersonal("a uid of ours") @Nullable String mediaUid,
        @Nullable Long orderIdx,
        @Nullable Boolean isDisabled) {

    public static final RewardDetails NONE = RewardDetailsBuilder.builder().build();
}
