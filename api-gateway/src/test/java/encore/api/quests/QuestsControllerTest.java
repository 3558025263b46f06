package encore.api.quests;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.paging.Page;
import encore.kernel.quests.AccessRestriction;
import encore.kernel.quests.DayOrTime;
import encore.kernel.quests.Quest;
import encore.kernel.quests.QuestCommand.ChangeQuest;
import encore.kernel.quests.QuestCommand.CreateQuest;
import encore.kernel.quests.QuestCommand.DeleteQuest;
import encore.kernel.quests.QuestDetails;
import encore.kernel.quests.QuestDetailsBuilder;
import encore.kernel.quests.QuestId;
import encore.kernel.quests.QuestQuery.FindQuest;
import encore.kernel.quests.QuestQuery.ListAllQuests;
import encore.kernel.quests.QuestQuery.ListQuests;
import encore.kernel.quests.QuestReward;
import encore.kernel.quests.QuestType;
import encore.kernel.quests.SavedQuest;
import encore.kernel.time.AsOf;
import encore.kernel.trackers.NewTracker;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestsControllerTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(
            Map.of("encore.public-url", "https://fans.example"), QuestsController.class, ManagedQuestsController.class);

    private static final String ALL = "/api/v1/ent/businesses/5/quests";
    private static final String MANAGED = "/api/v1/manage/quests";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String JSON = "application/json";
    private static final Quest.Presentation SHOWN = new Quest.Presentation(
            new Quest(
                    7,
                    100,
                    5,
                    QuestType.LINK_URL,
                    "discs",
                    new NewTracker(3, "abc12345"),
                    QuestDetailsBuilder.builder(QuestDetails.NONE)
                            .questTitle("Shop")
                            .linkUrl("https://x.example/a")
                            .startDate(DayOrTime.parse("2026-05-01"))
                            .build(),
                    List.of(),
                    Instant.parse("2026-03-01T12:00:00Z")),
            Quest.Status.SCHEDULED,
            null);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_quest() {
        backend.on(ListQuests.class, query -> List.of(SHOWN))
                .on(ListAllQuests.class, query -> new Page<>(List.of(SHOWN), "1", "1", false, 1))
                .on(FindQuest.class, query -> SHOWN)
                .on(CreateQuest.class, command -> new SavedQuest(command.quest().number()))
                .on(ChangeQuest.class, command -> new SavedQuest(command.quest().number()))
                .on(DeleteQuest.class, command -> new SavedQuest(command.quest().number()));
    }

    @Test
    void the_public_key_lists_the_quests_of_a_business() {
        GATEWAY.anybody()
                .get()
                .uri(ALL + "?performance_uid=show&api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .jsonPath("$[0].page_tab_id")
                .isEqualTo(100)
                .jsonPath("$[0].quest_type")
                .isEqualTo("link_url")
                .jsonPath("$[0].start_date")
                .isEqualTo("2026-05-01")
                .jsonPath("$[0].status")
                .isEqualTo("scheduled")
                .jsonPath("$[0].tracker_url")
                .isEqualTo("https://fans.example/t/abc12345")
                .jsonPath("$[0].creation_timestamp")
                .isEqualTo(1772366400)
                .jsonPath("$[0].tag_name")
                .isEmpty();
        assertThat(backend.asked).last().isInstanceOfSatisfying(ListQuests.class, query -> {
            assertThat(query.businessId()).isEqualTo(5);
            assertThat(query.isBusinessInPath()).isTrue();
            assertThat(query.performanceUid()).isEqualTo("show");
        });
        GATEWAY.anybody()
                .post()
                .uri(ALL + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void a_form_creates_a_quest() {
        GATEWAY.post(
                        ALL,
                        FORM,
                        "quest_title=Gate&quest_type=scan&performance_uid=show&site_name=Arena&scan_group_names[]=North"
                                + "&scan_group_names[]=South&reward_type=fan_points&fan_points_reward=50"
                                + "&start_date=2026-05-01&end_date=2026-05-02T10:00:00Z&scan_min_timestamp=1777579200")
                .isOk()
                .expectBody()
                .jsonPath("$.page_tab_id")
                .isNumber();
        assertThat(backend.sent).last().isInstanceOfSatisfying(CreateQuest.class, command -> {
            assertThat(command.businessId()).isEqualTo(5);
            assertThat(command.questType()).isEqualTo(QuestType.SCAN);
            assertThat(command.tracker().trackerKey()).matches("[a-z0-9]{12}");
            assertThat(command.details())
                    .isEqualTo(QuestDetailsBuilder.builder(QuestDetails.NONE)
                            .questTitle("Gate")
                            .performanceUid("show")
                            .siteName("Arena")
                            .scanGroupNames(List.of("North", "South"))
                            .rewardType(QuestReward.FAN_POINTS)
                            .fanPointsReward(50L)
                            .startDate(DayOrTime.parse("2026-05-01"))
                            .endDate(DayOrTime.parse("2026-05-02T10:00:00Z"))
                            .scanMinTimestamp(Instant.ofEpochSecond(1777579200))
                            .build());
        });
    }

    @Test
    void json_creates_a_quest() {
        GATEWAY.post(ALL, JSON, """
                        {"quest_title": "All", "quest_type": "custom", "access_restriction_type": "quests",
                         "required_page_tab_ids": [101, 102], "is_required": true}""").isOk();
        assertThat(backend.sent)
                .last()
                .isInstanceOfSatisfying(
                        CreateQuest.class,
                        command -> assertThat(command.details())
                                .isEqualTo(QuestDetailsBuilder.builder(QuestDetails.NONE)
                                        .questTitle("All")
                                        .accessRestrictionType(AccessRestriction.QUESTS)
                                        .requiredPageTabIds(List.of(101L, 102L))
                                        .isRequired(true)
                                        .build()));
    }

    @ParameterizedTest
    @CsvSource({
        "quest_type=custom, quest_title",
        "quest_title=A, quest_type",
        "quest_title=A&quest_type=party, quest_type",
        "quest_title=A&quest_type=custom&fan_points_reward=10000001, fan_points_reward",
        "quest_title=A&quest_type=custom&fan_points_reward=0, fan_points_reward",
        "quest_title=A&quest_type=link_url&link_url=javascript:alert(1), link_url",
        "quest_title=A&quest_type=link_url&link_url=https://, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://[::1, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://x.example:99999/, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://user@x.example/, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://fans.example/t/abc12345, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://fans.example./x/../t/abc12345, link_url",
        "quest_title=A&quest_type=link_url&link_url=https://x.example/%0D%0Aa, link_url",
        "quest_title=A&quest_type=custom&start_date=2026-13-01, start_date",
        "quest_title=A&quest_type=custom&end_date=soon, end_date",
        "quest_title=A&quest_type=custom&media_uid=x, media_uid",
        "quest_title=A&quest_type=custom&reward_type=gold, reward_type",
        "quest_title=A&quest_type=custom&required_page_tab_ids=x, required_page_tab_ids",
        "quest_title=A&quest_type=custom&button_text=123456789012345678901234567890123, button_text",
    })
    void a_wrong_field_is_named(String form, String field) {
        GatewayUnderTest.naming(GATEWAY.post(ALL, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_quest_is_deleted_in_its_business() {
        GATEWAY.server()
                .delete()
                .uri(ALL + "/100")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).containsExactly(new DeleteQuest(new QuestId(7, 100), 5));
    }

    @Test
    void staff_change_a_quest_and_clear_what_is_sent_empty() {
        GATEWAY.post(
                        MANAGED + "/100",
                        FORM,
                        "order_idx=3&is_disabled=true&tag_name=&required_page_tab_ids=&button_text=Go")
                .isOk()
                .expectBody()
                .jsonPath("$.quest_title")
                .isEqualTo("Shop");
        assertThat(backend.sent).last().isInstanceOfSatisfying(ChangeQuest.class, command -> {
            Patch<QuestDetails> change = command.change();
            assertThat(change.cleared()).isEqualTo(Set.of("tagName"));
            assertThat(change.given())
                    .isEqualTo(QuestDetailsBuilder.builder(QuestDetails.NONE)
                            .orderIdx(3L)
                            .isDisabled(true)
                            .buttonText("Go")
                            .requiredPageTabIds(List.of())
                            .build());
        });
    }

    @Test
    void staff_list_and_find_quests_also_of_the_past() {
        for (String path : List.of("", "?business_id=5&status=scheduled&as_of=17", "/100?as_of=17")) {
            GATEWAY.server().get().uri(MANAGED + path).exchange().expectStatus().isOk();
        }
        assertThat(backend.asked.get(0)).isInstanceOf(ListAllQuests.class);
        assertThat(backend.asked.get(1)).isInstanceOfSatisfying(ListQuests.class, query -> {
            assertThat(query.isBusinessInPath()).isFalse();
            assertThat(query.status()).isEqualTo(Quest.Status.SCHEDULED);
            assertThat(query.asOf()).isEqualTo(AsOf.of(17));
        });
        assertThat(backend.asked.get(2))
                .isInstanceOfSatisfying(
                        FindQuest.class, query -> assertThat(query.asOf()).isEqualTo(AsOf.of(17)));
        GatewayUnderTest.naming(
                GATEWAY.server().get().uri(MANAGED + "?as_of=17").exchange().expectStatus(), "business_id");
        GatewayUnderTest.naming(
                GATEWAY.server().get().uri(MANAGED + "?status=over").exchange().expectStatus(), "status");
    }
}
