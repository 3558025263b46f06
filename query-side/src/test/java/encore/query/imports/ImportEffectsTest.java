package encore.query.imports;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.imports.ImportEffect;
import encore.kernel.imports.ImportQuery.FindImportEffects;
import encore.kernel.paging.Page;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestQuery.ListAllEnteredQuests;
import encore.kernel.quests.QuestType;
import encore.kernel.rewards.RequirementType;
import encore.kernel.rewards.Reward;
import encore.kernel.rewards.RewardBuilder;
import encore.kernel.rewards.RewardQuery.FindManagedRewards;
import encore.kernel.rewards.RewardStatus;
import encore.kernel.rewards.RewardType;
import encore.kernel.tiers.PointTier;
import encore.kernel.tiers.PointTypeWithTiers;
import encore.kernel.tiers.TiersQuery.FindPointTypesWithTiers;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookQuery.FindWebhooks;
import encore.query.FakeQueryGateway;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ImportEffectsTest {

    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
    private static final Instant IN_2020 = Instant.parse("2020-02-29T12:00:00Z");
    private static final long CAMPAIGN = 900;

    private final List<Quest> quests = new ArrayList<>();
    private final List<Reward> rewards = new ArrayList<>();
    private final List<Webhook> webhooks = new ArrayList<>();
    private final FakeQueryGateway queryGateway = new FakeQueryGateway()
            .on(
                    ListAllEnteredQuests.class,
                    query -> page(quests, query.paging().after(), query.paging().limit()))
            .on(
                    FindManagedRewards.class,
                    query -> page(
                            rewards.stream()
                                    .map(reward -> new Reward.Managed(
                                            RewardBuilder.builder(reward)
                                                    .status(statusAt(reward, query.now()))
                                                    .build(),
                                            false,
                                            0))
                                    .toList(),
                            query.paging().after(),
                            query.paging().limit()))
            .on(FindWebhooks.class, query -> webhooks)
            .on(
                    FindCampaigns.class,
                    query -> query.pageTabIds().contains(CAMPAIGN)
                            ? List.of(new Campaign(
                                    7,
                                    CAMPAIGN,
                                    AppType.values()[0],
                                    70L,
                                    CampaignDetailsBuilder.builder().build(),
                                    NOW))
                            : List.of())
            .on(
                    FindPointTypesWithTiers.class,
                    query -> List.of(
                            new PointTypeWithTiers(
                                    "discs",
                                    "Discs",
                                    List.of(new PointTier("gold", 7, "discs", "Discs", "Gold", 50, NOW))),
                            new PointTypeWithTiers("stars", "Stars", List.of())));
    private final ImportEffects effects = new ImportEffects(queryGateway, Clock.fixed(NOW, ZoneOffset.UTC));

    private static RewardStatus statusAt(Reward reward, Instant now) {
        Instant end = reward.expirationTimestamp();
        return end != null && !now.isBefore(end) ? RewardStatus.ENDED : reward.status();
    }

    private static <T> Page<T> page(List<T> all, String after, int limit) {
        int from = after == null ? 0 : Integer.parseInt(after);
        int to = Math.min(all.size(), from + limit);
        return new Page<>(all.subList(from, to), Integer.toString(from), Integer.toString(to), to < all.size(), 1);
    }

    private void quest(long number, QuestType type, String pointUid, QuestDetailsBuilder details) {
        quests.add(new Quest(
                7,
                number,
                70,
                type,
                pointUid,
                null,
                details.questTitle("Quest " + number).build(),
                List.of(),
                NOW));
    }

    private static QuestDetailsBuilder forPoints() {
        return QuestDetailsBuilder.builder()
                .accessRestrictionType(AccessRestriction.FAN_POINTS)
                .fanPointsRequired(100L);
    }

    private void reward(String uid, long business, RewardStatus status, RequirementType type, Instant end) {
        rewards.add(RewardBuilder.builder()
                .rewardUid(uid)
                .businessId(business)
                .rewardTitle("Reward " + uid)
                .rewardType(RewardType.BADGE)
                .creationTimestamp(NOW)
                .pointUid("discs")
                .status(status)
                .statusMessage("")
                .requirementType(type)
                .pointTierUid(type == RequirementType.POINT_TIER ? "gold" : null)
                .expirationTimestamp(end)
                .build());
    }

    private void webhook(String uid, boolean isEnabled, boolean withImports, String... types) {
        String address = "https://hooks.example/?token=secret";
        String description = uid.equals("described") ? "Our shop" : null;
        webhooks.add(
                new Webhook(uid, address, List.of(types), description, 0, 9, isEnabled, withImports, null, NOW, NOW));
    }

    private List<String> ofPoints(Instant earliest, String... pointUids) {
        return ids(new FindImportEffects(7, Set.of(pointUids), Set.of(), earliest));
    }

    private List<String> ofActivities(Instant earliest, Long... campaigns) {
        return ids(new FindImportEffects(7, Set.of(), Set.of(campaigns), earliest));
    }

    private List<String> ids(FindImportEffects query) {
        return effects.find(query).stream().map(ImportEffect::id).toList();
    }

    @Test
    void an_account_without_any_is_not_reached() {
        assertThat(ofPoints(null, "discs")).isEmpty();
        assertThat(ofActivities(null, CAMPAIGN)).isEmpty();
    }

    @Test
    void quests_are_reached_by_the_points_of_their_condition_or_its_tier() {
        quest(1, QuestType.SCAN, "discs", forPoints());
        quest(2, QuestType.SCAN, "stars", forPoints());
        quest(
                3,
                QuestType.CAMPAIGN,
                "stars",
                QuestDetailsBuilder.builder()
                        .accessRestrictionType(AccessRestriction.POINT_TIER)
                        .pointTierUid("gold"));
        quest(4, QuestType.CUSTOM, "discs", forPoints());
        quest(5, QuestType.SCAN, "discs", forPoints().isDisabled(true));
        quest(6, QuestType.SCAN, "discs", QuestDetailsBuilder.builder().questTitle(null));
        assertThat(ofPoints(null, "discs")).containsExactly("1", "3");
        assertThat(ofPoints(null, "stars")).containsExactly("2");
        assertThat(ofActivities(null, CAMPAIGN)).isEmpty();
    }

    @Test
    void quests_are_reached_by_the_entries_that_complete_them_as_long_as_they_are_active_then() {
        quest(1, QuestType.CAMPAIGN, "discs", QuestDetailsBuilder.builder().targetPageTabId(CAMPAIGN));
        quest(2, QuestType.CAMPAIGN, "discs", QuestDetailsBuilder.builder().targetPageTabId(901L));
        quest(
                3,
                QuestType.QUICKPICKS,
                "discs",
                QuestDetailsBuilder.builder().targetPageTabId(CAMPAIGN).endDate(new DayOrTime("2020-03-01")));
        quest(
                4,
                QuestType.CAMPAIGN,
                "discs",
                QuestDetailsBuilder.builder().targetPageTabId(CAMPAIGN).startDate(new DayOrTime("2026-12-24")));
        assertThat(ofActivities(null, CAMPAIGN)).containsExactly("1");
        assertThat(ofActivities(IN_2020, CAMPAIGN)).as("rows of 2020").containsExactly("1", "3");
        assertThat(ofActivities(NOW.plusSeconds(30), CAMPAIGN)).containsExactly("1");
    }

    @Test
    void rewards_are_reached_by_points_and_by_the_first_activity_at_their_business() {
        reward("points", 71, RewardStatus.ACTIVE, RequirementType.FAN_POINTS, null);
        reward("tier", 71, RewardStatus.ACTIVE, RequirementType.POINT_TIER, null);
        reward("quests", 70, RewardStatus.ACTIVE, RequirementType.QUESTS, null);
        reward("hand", 70, RewardStatus.ACTIVE, null, null);
        reward("off", 70, RewardStatus.DISABLED, RequirementType.FAN_POINTS, null);
        reward("over", 70, RewardStatus.ACTIVE, RequirementType.FAN_POINTS, IN_2020.plusSeconds(1));
        assertThat(ofPoints(null, "discs")).containsExactly("points", "tier");
        assertThat(ofPoints(IN_2020, "discs")).containsExactly("points", "tier", "over");
        assertThat(ofPoints(null, "stars")).isEmpty();
        assertThat(ofActivities(null, CAMPAIGN)).containsExactly("quests");
        assertThat(ofActivities(null, 901L)).isEmpty();
    }

    @Test
    void webhooks_are_reached_that_are_called_for_the_events_of_imports() {
        webhook("all", true, true, "*");
        webhook("described", true, true, "points_*");
        webhook("live", true, false, "*");
        webhook("off", false, true, "*");
        webhook("fans", true, true, "fan_*");
        assertThat(effects.find(new FindImportEffects(7, Set.of("discs"), Set.of())))
                .containsExactly(
                        new ImportEffect(ImportEffect.Kind.WEBHOOK, "all", "hooks.example"),
                        new ImportEffect(ImportEffect.Kind.WEBHOOK, "described", "Our shop"));
        assertThat(ofActivities(null, CAMPAIGN)).containsExactly("all");
    }

    @Test
    void at_most_a_hundred_are_named_and_no_page_is_read_beyond_them() {
        for (int i = 1; i <= 450; i++) {
            quest(i, QuestType.SCAN, i > 250 ? "discs" : "stars", forPoints());
        }
        assertThat(ofPoints(null, "discs")).hasSize(100).startsWith("251");
        assertThat(queryGateway.askedQueries.stream().filter(ListAllEnteredQuests.class::isInstance))
                .hasSize(2);
        assertThat(queryGateway.askedQueries).noneMatch(FindManagedRewards.class::isInstance);
    }
}
