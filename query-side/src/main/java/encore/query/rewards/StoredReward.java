package encore.query.rewards;

import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardBuilder;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A reward after some change.
 *
 * @param pointUid the point type that measures it unless it requires a tier
 * @param tierPointUid the point type of the tier that it requires; null for none
 * @param created the position of its creation
 */
record StoredReward(
        long account,
        String rewardUid,
        long businessId,
        RewardType rewardType,
        String pointUid,
        @Nullable String tierPointUid,
        RewardDetails details,
        boolean isDeleted,
        long created,
        Instant creationTimestamp) {

    StoredReward with(RewardDetails changed, @Nullable String changedTierPointUid) {
        return new StoredReward(
                account,
                rewardUid,
                businessId,
                rewardType,
                pointUid,
                changedTierPointUid,
                changed,
                isDeleted,
                created,
                creationTimestamp);
    }

    StoredReward deleted() {
        return new StoredReward(
                account,
                rewardUid,
                businessId,
                rewardType,
                pointUid,
                tierPointUid,
                details,
                true,
                created,
                creationTimestamp);
    }

    /** Returns the reward as it is shown at a moment. */
    Reward shown(RewardStatus.Stock stock, Instant now) {
        RewardStatus.Explained explained = RewardStatus.of(rewardType, details, stock, isDeleted, now);
        return RewardBuilder.builder()
                .rewardUid(rewardUid)
                .businessId(businessId)
                .rewardTitle(Objects.requireNonNull(details.rewardTitle(), "a reward has a title"))
                .rewardType(rewardType)
                .creationTimestamp(creationTimestamp)
                .pointUid(tierPointUid == null ? pointUid : tierPointUid)
                .status(explained.status())
                .statusMessage(explained.message())
                .performanceUid(details.performanceUid())
                .vendoraSalesEventKey(details.vendoraSalesEventKey())
                .vendoraPromoKey(details.vendoraPromoKey())
                .vendoraDeliveryMethod(details.vendoraDeliveryMethod())
                .fanPointsRequired(details.fanPointsRequired())
                .vendorbLocationGroupId(details.vendorbLocationGroupId())
                .vendorbPromotionId(details.vendorbPromotionId())
                .pointTierUid(details.pointTierUid())
                .requirementType(details.requirementType())
                .mediaUid(details.mediaUid())
                .idolUid(details.idolUid())
                .description(details.description())
                .expirationTimestamp(details.expirationTimestamp())
                .timezone(details.timezone())
                .disableVendoraQrcodeEmail(details.disableVendoraQrcodeEmail())
                .requiredPageTabIds(details.requiredPageTabIds())
                .winnerSelectionModel(details.winnerSelectionModel())
                .rewardLimit(details.rewardLimit())
                .accessStartTimestamp(details.accessStartTimestamp())
                .accessEndTimestamp(details.accessEndTimestamp())
                .accessPassType(details.accessPassType())
                .isLimited(details.isLimited())
                .orderIdx(details.orderIdx())
                .build();
    }
}
