package encore.command.quests;

import static encore.kernel.Refusal.Kind.RULE;

import encore.command.lookups.NamedThings;
import encore.command.lookups.RequiredQuests;
import encore.command.lookups.ShortLinks;
import encore.infra.eventstore.Claims;
import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.businesses.BusinessId;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignEvent.CampaignCreated;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.names.Blanks;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestType;
import java.time.Instant;
import java.util.Collection;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The rules that the details of a quest keep after its creation and after each change.
 *
 * @param quest the quest, which cannot require itself
 * @param before the details before; only an id that they do not have must exist
 * @param after the details to check, with the components alone that belong to the type, the restriction and the reward
 */
record QuestRules(QuestId quest, long businessId, QuestType type, QuestDetails before, QuestDetails after) {

    private static final long MAX_REWARD = 10_000_000;

    /**
     * Returns the details of a quest after its creation or a change. Throws a Refusal (400) when they break a rule.
     *
     * @param before {@link QuestDetails#NONE} for a new quest
     */
    static QuestDetails detailsAfter(
            QuestId quest,
            long businessId,
            QuestType type,
            QuestDetails before,
            Patch<QuestDetails> change,
            Streams streams,
            Claims claims) {
        QuestDetails after = change.applyTo(before).belongingTo(type);
        new QuestRules(quest, businessId, type, before, after).check(streams);
        String link = change.given().linkUrl();
        if (link != null) {
            ShortLinks.mustBeNone("link_url", link, claims);
        }
        return after;
    }

    private void check(Streams streams) {
        required("quest_title", QuestDetails::questTitle);
        theFieldsOfTheTypeAreThere();
        theFieldsOfTheRestrictionAreThere();
        theFieldsOfTheRewardAreThere();
        nothingEndsBeforeItStarts();
        theNamedExist(Patch.between(before, after).given(), streams);
        itDoesNotRequireItself();
        BusinessId business = new BusinessId(quest.account(), businessId);
        RequiredQuests.check(business, before.requiredPageTabIds(), after.requiredPageTabIds(), streams);
    }

    private void theFieldsOfTheTypeAreThere() {
        switch (type) {
            case SCAN -> {
                required("performance_uid", QuestDetails::performanceUid);
                required("site_name", QuestDetails::siteName);
                required("scan_group_names", QuestDetails::scanGroupNames);
            }
            case WRISTBAND -> required("performance_uid", QuestDetails::performanceUid);
            case CAMPAIGN, QUICKPICKS -> required("target_page_tab_id", QuestDetails::targetPageTabId);
            case LINK_URL -> required("link_url", QuestDetails::linkUrl);
            case CUSTOM -> {}
        }
    }

    private void theFieldsOfTheRestrictionAreThere() {
        if (after.accessRestrictionType() == null) {
            return;
        }
        switch (after.accessRestrictionType()) {
            case FAN_POINTS -> required("fan_points_required", QuestDetails::fanPointsRequired);
            case POINT_TIER -> required("point_tier_uid", QuestDetails::pointTierUid);
            case QUESTS -> required("required_page_tab_ids", QuestDetails::requiredPageTabIds);
            case TAG -> required("tag_name", QuestDetails::tagName);
        }
    }

    private void theFieldsOfTheRewardAreThere() {
        if (after.rewardType() == null) {
            return;
        }
        switch (after.rewardType()) {
            case FAN_POINTS -> {
                required("fan_points_reward", QuestDetails::fanPointsReward);
                thePointsAreInTheirBounds(after.fanPointsReward());
            }
            case VENDORA -> {
                required("performance_uid", QuestDetails::performanceUid);
                required("vendora_sales_event_key", QuestDetails::vendoraSalesEventKey);
                required("vendora_promo_key", QuestDetails::vendoraPromoKey);
                required("vendora_delivery_method", QuestDetails::vendoraDeliveryMethod);
            }
            case VENDORB -> {
                required("performance_uid", QuestDetails::performanceUid);
                required("vendorb_location_group_id", QuestDetails::vendorbLocationGroupId);
                required("vendorb_promotion_id", QuestDetails::vendorbPromotionId);
            }
        }
    }

    private static void thePointsAreInTheirBounds(@Nullable Long points) {
        if (points != null && (points < 1 || points > MAX_REWARD)) {
            throw new Refusal(RULE, "points-out-of-bounds", "fan_points_reward", "A quest gives 1 to 10000000 points.");
        }
    }

    private void required(String field, Function<QuestDetails, @Nullable Object> component) {
        Object value = component.apply(after);
        if (value == null
                || value instanceof String text && Blanks.isMissing((String) component.apply(before), text)
                || value instanceof Collection<?> many && many.isEmpty()) {
            throw new Refusal(RULE, "quest-incomplete", field, "A quest of this kind needs " + field + ".");
        }
    }

    private void nothingEndsBeforeItStarts() {
        Instant start = after.start();
        Instant end = after.end();
        if (start != null && end != null && !end.isAfter(start)) {
            throw endsFirst(Objects.equals(after.endDate(), before.endDate()) ? "start_date" : "end_date");
        }
        if (after.scanMinTimestamp() != null
                && after.scanMaxTimestamp() != null
                && after.scanMaxTimestamp().isBefore(after.scanMinTimestamp())) {
            throw endsFirst(
                    Objects.equals(after.scanMaxTimestamp(), before.scanMaxTimestamp())
                            ? "scan_min_timestamp"
                            : "scan_max_timestamp");
        }
    }

    private static Refusal endsFirst(String field) {
        return new Refusal(RULE, "ends-before-it-starts", field, "Nothing of a quest ends before it starts.");
    }

    private void theNamedExist(QuestDetails given, Streams streams) {
        long account = quest.account();
        new NamedThings(given.performanceUid(), given.idolUid(), given.mediaUid(), given.pointTierUid())
                .mustExist(account, streams);
        if (given.targetPageTabId() != null) {
            theTargetExists(new CampaignId(account, given.targetPageTabId()), streams);
        }
    }

    private void theTargetExists(CampaignId campaign, Streams streams) {
        streams.mustBeOpen(campaign, "target_page_tab_id");
        CampaignCreated created = streams.firstEvent(campaign, CampaignCreated.class);
        if (type == QuestType.QUICKPICKS && created != null && created.appType() != AppType.QUICKPICKS) {
            throw new Refusal(
                    RULE, "no-quickpicks", "target_page_tab_id", "This campaign is not of the type quickpicks.");
        }
    }

    private void itDoesNotRequireItself() {
        if (after.requiredPageTabIds() != null && after.requiredPageTabIds().contains(quest.number())) {
            throw new Refusal(RULE, "requires-itself", "required_page_tab_ids", "A quest does not require itself.");
        }
    }
}
