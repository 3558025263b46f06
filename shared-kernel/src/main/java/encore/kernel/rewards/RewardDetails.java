package encore.kernel.rewards;

import encore.kernel.listednames.ListedName;
import encore.kernel.privacy.NotPersonal;
import encore.kernel.published.PublishedValue;
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
        @ListedName @NotPersonal("the title of a reward") @Nullable
        String rewardTitle,

        @NotPersonal("the description of a reward") @Nullable
        String description,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String performanceUid,

        @PublishedValue @Nullable RequirementType requirementType,
        @PublishedValue @Nullable Long fanPointsRequired,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String pointTierUid,

        @PublishedValue @Nullable List<Long> requiredPageTabIds,
        @PublishedValue @Nullable WinnerSelection winnerSelectionModel,
        @PublishedValue @Nullable Long rewardLimit,
        @PublishedValue @Nullable Instant expirationTimestamp,
        @Nullable ZoneId timezone,
        @PublishedValue @Nullable Instant accessStartTimestamp,
        @PublishedValue @Nullable Instant accessEndTimestamp,
        @NotPersonal("a kind of pass") @Nullable String accessPassType,
        @PublishedValue @Nullable Boolean isLimited,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraSalesEventKey,

        @NotPersonal("a key of a vendor's") @Nullable String vendoraPromoKey,
        @Nullable DeliveryMethod vendoraDeliveryMethod,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbLocationGroupId,

        @NotPersonal("a key of a vendor's") @Nullable String vendorbPromotionId,
        @Nullable Boolean disableVendoraQrcodeEmail,

        @PublishedValue @NotPersonal("a uid of ours") @Nullable
        String idolUid,

        @NotPersonal("a uid of ours") @Nullable String mediaUid,
        @Nullable Long orderIdx,
        @PublishedValue @Nullable Boolean isDisabled) {

    public static final RewardDetails NONE = RewardDetailsBuilder.builder().build();
}
