package encore.query.rewards;

import encore.kernel.records.StrictMapping;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;

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

    /** Returns whether it is neither switched off nor over, and at most a tenth of its prize codes is left. */
    boolean isScarce(RewardStatus.Stock stock, Instant now) {
        // A reward whose codes are all given has ended for that reason alone, so it is judged like one without codes.
        RewardStatus status = RewardStatus.of(RewardType.BADGE, details, stock, isDeleted, now)
                .status();
        long left = stock.codes() - stock.givenCodes();
        return rewardType == RewardType.PRIZE_CODE && status == RewardStatus.ACTIVE && left * 10 <= stock.codes();
    }

    /** Returns the reward as it is shown at a moment. */
    Reward shown(RewardStatus.Stock stock, Instant now) {
        RewardStatus.Explained explained = RewardStatus.of(rewardType, details, stock, isDeleted, now);
        return RewardMapper.MAPPER.reward(
                this,
                details,
                explained,
                Objects.requireNonNull(details.rewardTitle(), "a reward has a title"),
                tierPointUid == null ? pointUid : tierPointUid);
    }

    @Mapper(config = StrictMapping.class)
    interface RewardMapper {

        RewardMapper MAPPER = new StoredReward$RewardMapperGenerated();

        /** @param measure the point type that measures the reward */
        @BeanMapping(
                ignoreUnmappedSourceProperties = {
                    "account",
                    "tierPointUid",
                    "details",
                    "isDeleted",
                    "created",
                    "isDisabled",
                    "rewardTitle",
                    "pointUid"
                })
        @Mapping(target = "rewardTitle", source = "title")
        @Mapping(target = "pointUid", source = "measure")
        @Mapping(target = "statusMessage", source = "explained.message")
        Reward reward(
                StoredReward stored,
                RewardDetails details,
                RewardStatus.Explained explained,
                String title,
                String measure);
    }
}
