package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.NamedThings;
import encore.command.lookups.RequiredQuests;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.names.Blanks;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The details that a reward has and needs by its type, its requirement and its selection of winners. */
final class RewardRules {

    private RewardRules() {}

    /**
     * Returns the details of a reward after its creation or a change. Throws a Refusal (400) when they break a rule.
     *
     * @param before {@link RewardDetails#NONE} for a new reward
     */
    static RewardDetails detailsAfter(
            BusinessId business, RewardType type, RewardDetails before, Patch<RewardDetails> change, Streams streams) {
        RewardDetails after = normalised(type, change.applyTo(before));
        aTitleIsLeft(before, after);
        mustBeComplete(type, after);
        theNamedExist(business.account(), Patch.between(before, after).given(), streams);
        RequiredQuests.check(business, before.requiredPageTabIds(), after.requiredPageTabIds(), streams);
        return after;
    }

    /** Returns the details without those that do not belong, and with the values of those that are not given. */
    static RewardDetails normalised(RewardType type, RewardDetails details) {
        RewardDetailsBuilder builder = RewardDetailsBuilder.builder(details);
        if (details.rewardTitle() != null && !Blanks.isBlank(details.rewardTitle())) {
            builder.rewardTitle(Blanks.trim(details.rewardTitle()));
        }
        if (details.requirementType() != RequirementType.FAN_POINTS) {
            builder.fanPointsRequired(null);
        }
        if (details.requirementType() != RequirementType.POINT_TIER) {
            builder.pointTierUid(null);
        }
        if (details.requirementType() != RequirementType.QUESTS) {
            builder.requiredPageTabIds(null);
        }
        if (details.winnerSelectionModel() != WinnerSelection.FIRST) {
            builder.winnerSelectionModel(WinnerSelection.ALL).rewardLimit(null);
        }
        if (type != RewardType.PASS) {
            builder.accessStartTimestamp(null).accessEndTimestamp(null).accessPassType(null);
        }
        builder.isLimited(type == RewardType.PRIZE_CODE ? Boolean.TRUE.equals(details.isLimited()) : null);
        if (type == RewardType.VENDORA) {
            builder.disableVendoraQrcodeEmail(Boolean.TRUE.equals(details.disableVendoraQrcodeEmail()));
        } else {
            builder.vendoraSalesEventKey(null)
                    .vendoraPromoKey(null)
                    .vendoraDeliveryMethod(null)
                    .disableVendoraQrcodeEmail(null);
        }
        if (type != RewardType.VENDORB) {
            builder.vendorbLocationGroupId(null).vendorbPromotionId(null);
        }
        if (details.expirationTimestamp() != null) {
            builder.expirationTimestamp(details.expirationTimestamp().truncatedTo(ChronoUnit.MILLIS));
        }
        return builder.isDisabled(Boolean.TRUE.equals(details.isDisabled())).build();
    }

    private static void aTitleIsLeft(RewardDetails before, RewardDetails after) {
        if (Blanks.isMissing(before.rewardTitle(), after.rewardTitle())) {
            throw incompleteRefusal("reward_title");
        }
    }

    /** Refuses details that lack something, or that contradict each other. */
    private static void mustBeComplete(RewardType type, RewardDetails details) {
        if (details.requirementType() != null) {
            switch (details.requirementType()) {
                case FAN_POINTS -> mustBeGiven("fan_points_required", details.fanPointsRequired());
                case POINT_TIER -> mustBeGiven("point_tier_uid", details.pointTierUid());
                case QUESTS -> mustBeGiven("required_page_tab_ids", details.requiredPageTabIds());
            }
        }
        if (details.winnerSelectionModel() == WinnerSelection.FIRST) {
            mustBeGiven("reward_limit", details.rewardLimit());
        }
        if (details.expirationTimestamp() != null) {
            mustBeGiven("timezone", details.timezone());
        }
        if (details.timezone() != null) {
            mustBeGiven("expiration_timestamp", details.expirationTimestamp());
        }
        if (type == RewardType.VENDORA || type == RewardType.VENDORB) {
            mustBeGiven("performance_uid", details.performanceUid());
        }
        theAccessWindowIsInOrder(details);
    }

    private static void mustBeGiven(String field, @Nullable Object value) {
        if (value == null
                || value instanceof String text && Blanks.isBlank(text)
                || value instanceof Collection<?> many && many.isEmpty()) {
            throw incompleteRefusal(field);
        }
    }

    private static Refusal incompleteRefusal(String field) {
        return new Refusal(RULE, "reward-incomplete", field, "Such a reward needs a " + field + ".");
    }

    private static void theAccessWindowIsInOrder(RewardDetails details) {
        if (details.accessStartTimestamp() != null
                && details.accessEndTimestamp() != null
                && details.accessEndTimestamp().isBefore(details.accessStartTimestamp())) {
            throw new Refusal(
                    RULE,
                    "access-window-reversed",
                    "access_end_timestamp",
                    "The access_end_timestamp is not before the access_start_timestamp.");
        }
    }

    private static void theNamedExist(long account, RewardDetails given, Streams streams) {
        new NamedThings(given.performanceUid(), given.idolUid(), given.mediaUid(), given.pointTierUid())
                .mustExist(account, streams);
    }
}
