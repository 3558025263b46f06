package encore.command.quests;

import static encore.command.AggregateUnderTest.refusal;
import static encore.command.Refusals.refusalAsUnknown;
import static encore.command.Refusals.refusalNaming;
import static encore.command.quests.SampleQuests.NOON;
import static encore.command.quests.SampleQuests.OF_ANOTHER_BUSINESS;
import static encore.command.quests.SampleQuests.OTHER;
import static encore.command.quests.SampleQuests.QUEST;
import static encore.command.quests.SampleQuests.ROVERS;
import static encore.command.quests.SampleQuests.SIGNUP;
import static encore.command.quests.SampleQuests.complete;
import static encore.command.quests.SampleQuests.rewarding;
import static encore.command.quests.SampleQuests.titled;
import static org.assertj.core.api.Assertions.assertThat;

import encore.command.AggregateUnderTest;
import encore.infra.eventstore.Claims.Claim;
import encore.kernel.Refusal;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.BusinessQuestsId;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.DeliveryMethod;
import encore.kernel.quests.QuestCommand.BeginQuest;
import encore.kernel.quests.QuestCommand.CheckNewQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestEvent.QuestCreated;
import encore.kernel.quests.QuestEvent.QuestListed;
import encore.kernel.quests.QuestEvent.QuestUnlisted;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.trackers.NewTracker;
import encore.kernel.trackers.TrackerEvent.QuestTrackerMade;
import encore.kernel.trackers.TrackerId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BusinessQuestsTest {

    private static final BusinessQuestsId LIST = new BusinessQuestsId(7, 5);
    private static final NewTracker TRACKER = new NewTracker(900, "abc12345");
    private static final Claim KEY = new Claim("tracker_key", 0, "abc12345");

    private final AggregateUnderTest<BusinessQuests> list = new AggregateUnderTest<>(BusinessQuests.class);

    @BeforeEach
    void everything_that_a_quest_names_is_there() {
        SampleQuests.open(list.streams);
    }

    @Test
    void a_quest_of_each_type_begins_with_what_it_needs() {
        for (QuestType type : QuestType.values()) {
            list.facts.written.clear();
            list.claims.held.clear();
            QuestDetails details = complete(type).build();
            list.givenNoPriorActivity()
                    .when(begin(type, details))
                    .expectEvents(new QuestListed(LIST, QUEST))
                    .expectResultMessagePayload(new SavedQuest(100));
            assertThat(list.facts.written.get(QUEST.toString()))
                    .isEqualTo(new QuestCreated(
                            QUEST, 5, type, "discs", type == QuestType.LINK_URL ? TRACKER : null, details));
        }
    }

    @Test
    void a_link_has_a_tracker_whose_key_is_unique_in_the_installation() {
        TrackerId tracker = new TrackerId(7, 900);
        list.givenNoPriorActivity().when(begin(QuestType.LINK_URL, complete(QuestType.LINK_URL)));
        assertThat(list.facts.written)
                .containsEntry(tracker.toString(), new QuestTrackerMade(tracker, "abc12345", 100));
        assertThat(list.claims.ownerOf(KEY)).isEqualTo(tracker.toString());
        list.facts.written.clear();
        list.givenNoPriorActivity()
                .when(begin(QuestType.LINK_URL, complete(QuestType.LINK_URL)))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "tracker-key-taken"));
        assertThat(list.facts.written).isEmpty();
    }

    @Test
    void each_missing_field_of_a_type_is_named() {
        Map<QuestType, List<String>> required = new LinkedHashMap<>();
        required.put(QuestType.SCAN, List.of("performance_uid", "site_name", "scan_group_names"));
        required.put(QuestType.WRISTBAND, List.of("performance_uid"));
        required.put(QuestType.CAMPAIGN, List.of("target_page_tab_id"));
        required.put(QuestType.QUICKPICKS, List.of("target_page_tab_id"));
        required.put(QuestType.LINK_URL, List.of("link_url"));
        required.forEach((type, fields) -> {
            for (String field : fields) {
                refused(type, without(field, complete(type)), field);
            }
        });
        refused(QuestType.CUSTOM, titled().questTitle(null), "quest_title");
        refused(QuestType.CUSTOM, titled().questTitle(" "), "quest_title");
    }

    @Test
    void each_missing_field_of_a_restriction_and_of_a_reward_is_named() {
        refused(QuestType.CUSTOM, restricted(AccessRestriction.FAN_POINTS), "fan_points_required");
        refused(QuestType.CUSTOM, restricted(AccessRestriction.POINT_TIER), "point_tier_uid");
        refused(QuestType.CUSTOM, restricted(AccessRestriction.QUESTS), "required_page_tab_ids");
        refused(
                QuestType.CUSTOM,
                restricted(AccessRestriction.QUESTS).requiredPageTabIds(List.of()),
                "required_page_tab_ids");
        refused(QuestType.CUSTOM, restricted(AccessRestriction.TAG), "tag_name");
        refused(QuestType.CUSTOM, titled().rewardType(QuestReward.FAN_POINTS), "fan_points_reward");
        for (String field :
                List.of("performance_uid", "vendora_sales_event_key", "vendora_promo_key", "vendora_delivery_method")) {
            refused(QuestType.CUSTOM, without(field, vendora()), field);
        }
        for (String field : List.of("performance_uid", "vendorb_location_group_id", "vendorb_promotion_id")) {
            refused(QuestType.CUSTOM, without(field, vendorb()), field);
        }
    }

    @Test
    void points_are_one_to_ten_million() {
        for (long points : new long[] {0, -1, 10_000_001}) {
            refused(QuestType.CUSTOM, QuestDetailsBuilder.builder(rewarding(points)), "fan_points_reward");
        }
        accepted(QuestType.CUSTOM, QuestDetailsBuilder.builder(rewarding(10_000_000)));
    }

    @Test
    void fields_that_do_not_belong_to_the_quest_are_ignored() {
        QuestDetailsBuilder all = complete(QuestType.SCAN)
                .targetPageTabId(999L)
                .linkUrl("https://rovers.example")
                .fanPointsRequired(5L)
                .pointTierUid("nowhere")
                .requiredPageTabIds(List.of(999L))
                .tagName("vip")
                .fanPointsReward(99_000_000L)
                .vendoraSalesEventKey("a")
                .vendoraPromoKey("b")
                .vendoraDeliveryMethod(DeliveryMethod.QRCODE)
                .disableVendoraQrcodeEmail(true)
                .vendorbLocationGroupId("c")
                .vendorbPromotionId("d");
        list.givenNoPriorActivity().when(begin(QuestType.SCAN, all)).expectEvents(new QuestListed(LIST, QUEST));
        assertThat(list.facts.written.get(QUEST.toString()))
                .isEqualTo(new QuestCreated(
                        QUEST,
                        5,
                        QuestType.SCAN,
                        "discs",
                        null,
                        complete(QuestType.SCAN).build()));
    }

    @Test
    void everything_that_is_named_exists() {
        refused(QuestType.WRISTBAND, titled().performanceUid("nowhere"), "performance_uid");
        refused(QuestType.CUSTOM, titled().idolUid("nobody"), "idol_uid");
        refused(QuestType.CUSTOM, titled().mediaUid("nothing"), "media_uid");
        refused(QuestType.CAMPAIGN, titled().targetPageTabId(999L), "target_page_tab_id");
        refused(QuestType.CAMPAIGN, titled().targetPageTabId(OTHER.number()), "target_page_tab_id");
        refused(QuestType.QUICKPICKS, titled().targetPageTabId(SIGNUP.number()), "target_page_tab_id");
        refused(QuestType.CUSTOM, restricted(AccessRestriction.POINT_TIER).pointTierUid("silver"), "point_tier_uid");
        accepted(
                QuestType.CUSTOM,
                restricted(AccessRestriction.POINT_TIER)
                        .pointTierUid("gold")
                        .idolUid("idol")
                        .mediaUid("picture")
                        .performanceUid("show"));
    }

    @Test
    void required_quests_are_others_of_the_business_and_at_most_a_hundred() {
        for (long number : new long[] {999, QUEST.number(), OF_ANOTHER_BUSINESS.number(), SIGNUP.number()}) {
            refused(QuestType.CUSTOM, requiring(List.of(OTHER.number(), number)), "required_page_tab_ids");
        }
        List<Long> many = LongStream.range(1000, 1101).boxed().toList();
        many.forEach(
                number -> list.streams.begun(new QuestId(7, number), SampleQuests.created(new QuestId(7, number), 5)));
        refused(QuestType.CUSTOM, requiring(many), "required_page_tab_ids");
        accepted(QuestType.CUSTOM, requiring(many.subList(0, 100)));
    }

    @Test
    void nothing_ends_before_it_starts() {
        refused(QuestType.CUSTOM, dated("2026-03-02", "2026-03-01"), "end_date");
        refused(QuestType.CUSTOM, dated("2026-03-02T10:00:00Z", "2026-03-02T10:00:00Z"), "end_date");
        accepted(QuestType.CUSTOM, dated("2026-03-02", "2026-03-02"));
        refused(
                QuestType.SCAN,
                complete(QuestType.SCAN).scanMinTimestamp(NOON).scanMaxTimestamp(NOON.minusSeconds(1)),
                "scan_max_timestamp");
        accepted(QuestType.SCAN, complete(QuestType.SCAN).scanMinTimestamp(NOON).scanMaxTimestamp(NOON));
    }

    @Test
    void a_thousand_quests_are_not_deleted_at_most() {
        List<QuestListed> thousand = LongStream.range(1000, 2000)
                .mapToObj(number -> new QuestId(7, number))
                .peek(list.streams::open)
                .map(quest -> new QuestListed(LIST, quest))
                .toList();
        list.given(thousand)
                .when(begin(QuestType.CUSTOM, titled()))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.RULE, "too-many-quests"));
        assertThat(list.facts.written).isEmpty();
        list.streams.ended(new QuestId(7, 1500)).ended(new QuestId(7, 1700));
        list.given(thousand)
                .when(begin(QuestType.CUSTOM, titled()))
                .expectEvents(
                        new QuestUnlisted(LIST, new QuestId(7, 1500)),
                        new QuestUnlisted(LIST, new QuestId(7, 1700)),
                        new QuestListed(LIST, QUEST));
    }

    @Test
    void a_number_of_a_campaign_or_another_quest_is_not_taken_again() {
        list.streams.begunAt(new CampaignId(7, 100), 5);
        list.givenNoPriorActivity()
                .when(begin(QuestType.CUSTOM, titled()))
                .expectNoEvents()
                .expectException(refusal(Refusal.Kind.CONFLICT, "quest-id-taken"));
    }

    @Test
    void a_business_that_is_not_there_has_no_quests() {
        list.streams.ended(ROVERS);
        list.givenNoPriorActivity()
                .when(begin(QuestType.CUSTOM, titled()))
                .expectNoEvents()
                .expectException(refusalAsUnknown());
    }

    @Test
    void a_check_records_nothing() {
        list.givenNoPriorActivity()
                .when(new CheckNewQuest(begin(QuestType.CUSTOM, titled())))
                .expectNoEvents()
                .expectResultMessagePayload(new SavedQuest(100));
        list.givenNoPriorActivity()
                .when(new CheckNewQuest(begin(QuestType.WRISTBAND, titled())))
                .expectNoEvents()
                .expectException(refusalNaming("performance_uid"));
        assertThat(list.facts.written).isEmpty();
    }

    private void accepted(QuestType type, QuestDetailsBuilder details) {
        list.givenNoPriorActivity().when(begin(type, details)).expectEvents(new QuestListed(LIST, QUEST));
    }

    private void refused(QuestType type, QuestDetailsBuilder details, String field) {
        list.facts.written.clear();
        list.givenNoPriorActivity().when(begin(type, details)).expectNoEvents().expectException(refusalNaming(field));
        assertThat(list.facts.written).isEmpty();
    }

    private static BeginQuest begin(QuestType type, QuestDetailsBuilder details) {
        return begin(type, details.build());
    }

    private static BeginQuest begin(QuestType type, QuestDetails details) {
        return new BeginQuest(QUEST, 5, type, "discs", details, TRACKER);
    }

    private static QuestDetailsBuilder restricted(AccessRestriction restriction) {
        return titled().accessRestrictionType(restriction);
    }

    private static QuestDetailsBuilder requiring(List<Long> quests) {
        return restricted(AccessRestriction.QUESTS).requiredPageTabIds(quests);
    }

    private static QuestDetailsBuilder dated(String start, String end) {
        return titled().startDate(DayOrTime.parse(start)).endDate(DayOrTime.parse(end));
    }

    private static QuestDetailsBuilder vendora() {
        return titled().rewardType(QuestReward.VENDORA)
                .performanceUid("show")
                .vendoraSalesEventKey("sale")
                .vendoraPromoKey("promo")
                .vendoraDeliveryMethod(DeliveryMethod.QRCODE);
    }

    private static QuestDetailsBuilder vendorb() {
        return titled().rewardType(QuestReward.VENDORB)
                .performanceUid("show")
                .vendorbLocationGroupId("group")
                .vendorbPromotionId("promotion");
    }

    private static QuestDetailsBuilder without(String field, QuestDetailsBuilder details) {
        return switch (field) {
            case "performance_uid" -> details.performanceUid(null);
            case "site_name" -> details.siteName(null);
            case "scan_group_names" -> details.scanGroupNames(List.of());
            case "target_page_tab_id" -> details.targetPageTabId(null);
            case "link_url" -> details.linkUrl(null);
            case "vendora_sales_event_key" -> details.vendoraSalesEventKey(null);
            case "vendora_promo_key" -> details.vendoraPromoKey("");
            case "vendora_delivery_method" -> details.vendoraDeliveryMethod(null);
            case "vendorb_location_group_id" -> details.vendorbLocationGroupId(null);
            case "vendorb_promotion_id" -> details.vendorbPromotionId(null);
            default -> throw new IllegalArgumentException(field);
        };
    }
}
