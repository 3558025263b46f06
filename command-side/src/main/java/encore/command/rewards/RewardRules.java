package encore.command.rewards;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.tiers.KnownTiers;
import encore.infra.eventstore.Streams;
import encore.kernel.Refusal;
import encore.kernel.idols.IdolId;
import encore.kernel.media.MediaId;
import encore.kernel.performances.PerformanceId;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestId;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.RewardDetails;
import encore.kernel.rewards.RewardDetailsBuilder;
import encore.kernel.rewards.RewardType;
import encore.kernel.rewards.WinnerSelection;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The details that a reward has and needs by its type, its requirement and its selection of winners. */
final class RewardRules {

    private static final int MOST_REQUIRED_QUESTS = 100;

    private RewardRules() {}

    /** Returns the details without those that do not belong, and with the values of those that are not given. */
    static RewardDetails normalised(RewardType type, RewardDetails details) {
        RewardDetailsBuilder builder = RewardDetailsBuilder.builder(details);
        builder.rewardTitle(
                details.rewardTitle() == null ? null : details.rewardTitle().strip());
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

    /** Refuses details that lack something, or that contradict each other. */
    static void mustBeComplete(RewardType type, RewardDetails details) {
        mustBeGiven("reward_title", details.rewardTitle());
        if (details.requirementType() != null) {
            switch (details.requirementType()) {
                case FAN_POINTS -> mustBeGiven("fan_points_required", details.fanPointsRequired());
                case POINT_TIER -> mustBeGiven("point_tier_uid", details.pointTierUid());
                case QUESTS -> theRequiredQuestsAreInBounds(details.requiredPageTabIds());
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
        if (value == null || value instanceof String text && text.isBlank()) {
            throw new Refusal(RULE, "reward-incomplete", field, "Such a reward needs a " + field + ".");
        }
    }

    private static void theRequiredQuestsAreInBounds(@Nullable List<Long> quests) {
        if (quests == null || quests.isEmpty()) {
            throw new Refusal(
                    RULE, "reward-incomplete", "required_page_tab_ids", "Such a reward needs required_page_tab_ids.");
        }
        if (quests.size() > MOST_REQUIRED_QUESTS) {
            throw new Refusal(
                    RULE, "too-many-required-quests", "required_page_tab_ids", "A reward requires at most 100 quests.");
        }
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

    /**
     * Refuses details that name something unknown.
     *
     * @param known quests that are required already; such a quest may have been deleted since
     */
    static void theNamedExist(long account, long businessId, RewardDetails given, List<Long> known, Streams streams) {
        if (given.performanceUid() != null) {
            streams.mustBeOpen(new PerformanceId(account, given.performanceUid()), "performance_uid");
        }
        if (given.idolUid() != null) {
            streams.mustBeOpen(new IdolId(account, given.idolUid()), "idol_uid");
        }
        if (given.mediaUid() != null) {
            streams.mustBeOpen(new MediaId(account, given.mediaUid()), "media_uid");
        }
        if (given.pointTierUid() != null) {
            KnownTiers.mustExist(account, given.pointTierUid(), "point_tier_uid", streams);
        }
        if (given.requiredPageTabIds() != null) {
            List<Long> added = new ArrayList<>(given.requiredPageTabIds());
            added.removeAll(known);
            added.forEach(each -> isAQuestOf(businessId, new QuestId(account, each), streams));
        }
    }

    private static void isAQuestOf(long businessId, QuestId quest, Streams streams) {
        QuestCreated created = streams.firstEvent(quest, QuestCreated.class);
        if (created == null || created.businessId() != businessId || !streams.isOpen(quest)) {
            throw new Refusal(
                    RULE,
                    "unknown-id",
                    "required_page_tab_ids",
                    "The business has no such quest: " + quest.number() + ".");
        }
    }
}
