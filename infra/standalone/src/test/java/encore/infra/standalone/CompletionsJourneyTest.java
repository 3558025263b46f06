package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** From a business to completed quests with points: by calls, of each type, under each restriction, with wristbands. */
class CompletionsJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans/";

    private String discs;
    private long rovers;
    private long picks;
    private String show;
    private long ada;
    private String quests;

    @BeforeEach
    void a_business_with_points_of_its_own_a_performance_a_campaign_and_a_fan() {
        discs = api.pointType("discs");
        rovers = api.business("Rovers");
        api.post("/api/v1/manage/businesses/" + rovers, "point_uid", discs).mustBe(200);
        quests = "/api/v1/ent/businesses/" + rovers + "/quests";
        show = api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Show",
                "performance_date",
                "2026-05-01");
        picks = api.campaign("Picks", "quickpicks");
        ada = api.fan("ada@fans.example");
    }

    @Test
    void each_type_of_quest_is_completed_once_with_points_and_an_activity() {
        List<Long> all = List.of(
                quest("Scan", "scan", "site_name", "Arena", "scan_group_names", "Gate", "performance_uid", show),
                quest("Enter", "campaign", "target_page_tab_id", picks),
                quest("Pick", "quickpicks", "target_page_tab_id", picks),
                quest("Wear", "wristband", "performance_uid", show),
                quest("Open", "link_url", "link_url", "https://rovers.example"),
                quest("Shout", "custom"));
        for (long quest : all) {
            JsonNode first = complete(quest, ada, "lookup_id", "w1").mustBe(200).body();
            assertThat(complete(quest, ada, "lookup_id", "w1").mustBe(200).body())
                    .isEqualTo(first);
        }
        long last = complete(all.getLast(), ada, "lookup_id", "w1")
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
        soon(() -> {
            JsonNode map =
                    api.get(quests + "/fans/" + ada + "/complete").mustBe(200).body();
            assertThat(map.propertyNames())
                    .containsExactlyElementsOf(all.stream().map(String::valueOf).toList());
            assertThat(map.valueStream()).allMatch(JsonNode::asBoolean);
        });
        assertThat(api.get(quests + "/fans/" + ada + "/complete", "performance_uid", show)
                        .mustBe(200)
                        .body()
                        .propertyNames())
                .containsExactly(String.valueOf(all.get(0)), String.valueOf(all.get(3)));
        soon(() -> {
            assertThat(balance(ada)).isEqualTo(60);
            JsonNode feed = api.get("/api/v1/crm/activities", "page_tab_id", all.getLast())
                    .mustBe(200)
                    .body()
                    .get("data");
            assertThat(feed).hasSize(1);
            assertThat(feed.at("/0/activity_id").asLong()).isEqualTo(last);
            assertThat(feed.at("/0/app_type").asString()).isEqualTo("quest");
            assertThat(feed.at("/0/campaign_title").asString()).isEqualTo("Shout");
            assertThat(api.get(FANS + ada)
                            .mustBe(200)
                            .body()
                            .get("last_page_tab_id")
                            .asLong())
                    .isEqualTo(all.getLast());
            assertThat(api.get(FANS + ada)
                            .mustBe(200)
                            .body()
                            .get("last_campaign_name")
                            .asString())
                    .isEqualTo("Shout");
            assertThat(api.get("/api/v1/crm/activity_stats", "campaign_title", "Shout")
                            .mustBe(200)
                            .body()
                            .at("/0/counter")
                            .asLong())
                    .isEqualTo(1);
        });
        JsonNode points = records(ada);
        assertThat(points).hasSize(6);
        JsonNode wear = points.get(3);
        assertThat(wear.get("point_source").asString()).isEqualTo("quest");
        assertThat(wear.get("point_count").asLong()).isEqualTo(10);
        assertThat(wear.get("page_tab_id").asLong()).isEqualTo(all.get(3));
        assertThat(wear.get("performance_uid").asString()).isEqualTo(show);
        assertThat(points.at("/5/activity_id").asLong()).isEqualTo(last);
        JsonNode board = api.get(
                        "/api/v1/crm/points",
                        "point_name",
                        "discs",
                        "performance_uid",
                        show,
                        "start_date",
                        today(),
                        "end_date",
                        today())
                .mustBe(200)
                .body();
        assertThat(board.at("/data/0/fan_id").asLong()).isEqualTo(ada);
        assertThat(board.at("/data/0/fan_point_count").asLong()).isEqualTo(20);
        // An award may name the activity of a completion, and the leaderboards are those of campaigns alone.
        api.post(
                        "/api/v1/ent/fan_points",
                        "point_uid",
                        discs,
                        "fan_id",
                        ada,
                        "point_count",
                        1,
                        "activity_id",
                        last,
                        "page_tab_id",
                        all.getLast())
                .mustBe(200);
        api.get("/api/v1/crm/activities/" + all.getLast() + "/leaderboard").mustBe(404);
        // Only a completion records an activity on a quest.
        api.post("/api/v1/manage/apps", "name", "Shout too", "app_type", "quest")
                .mustBe(400);
        assertThat(api.get(FANS + ada + "/activities").mustBe(200).body()).hasSize(6);
    }

    @Test
    void many_calls_at_once_complete_once_and_pay_once() throws Exception {
        long quest = quest("Shout", "custom");
        List<Api.Answer> answers = together(Collections.nCopies(32, () -> complete(quest, ada)));
        assertThat(answers.stream().map(answer -> answer.mustBe(200).body()).distinct())
                .hasSize(1);
        soon(() -> assertThat(balance(ada)).isEqualTo(10));
        assertThat(records(ada)).hasSize(1);
    }

    @Test
    void a_quest_of_a_vendor_is_a_record_of_0_points_and_changes_no_board() {
        long bob = api.fan("bob@fans.example");
        api.award(ada, "discs", 5);
        api.award(bob, "discs", 5);
        long quest = id(api.post(
                quests,
                "quest_title",
                "Coupon",
                "quest_type",
                "custom",
                "performance_uid",
                show,
                "reward_type",
                "vendora",
                "vendora_sales_event_key",
                "k",
                "vendora_promo_key",
                "p",
                "vendora_delivery_method",
                "wristband"));
        long activity =
                complete(quest, ada).mustBe(200).body().get("activity_id").asLong();
        soon(() -> assertThat(records(ada)).hasSize(2));
        JsonNode coupon = records(ada).get(1);
        assertThat(coupon.get("point_count").asLong()).isZero();
        assertThat(coupon.get("point_type").asString()).isEqualTo("vendora");
        assertThat(coupon.get("point_source").asString()).isEqualTo("quest");
        assertThat(coupon.get("activity_id").asLong()).isEqualTo(activity);
        assertThat(coupon.get("fan_point_uid").asString()).isNotEmpty();
        JsonNode board = api.get(
                        "/api/v1/crm/points", "point_name", "discs", "start_date", today(), "end_date", today())
                .mustBe(200)
                .body();
        assertThat(board.at("/data/0/fan_id").asLong()).isEqualTo(ada);
        assertThat(board.at("/data/1/fan_id").asLong()).isEqualTo(bob);
    }

    @Test
    void a_quest_that_a_fan_may_not_complete_is_refused_and_its_status_says_why() {
        long open = quest("Open", "custom");
        long byQuests = quest("Next", "custom", "access_restriction_type", "quests", "required_page_tab_ids", open);
        long byTag = quest("Club", "custom", "access_restriction_type", "tag", "tag_name", "VIP");
        long over = quest("Over", "custom", "end_date", "2020-01-01");
        for (long refused : List.of(byQuests, byTag, over)) {
            assertThat(complete(refused, ada, "lookup_id", "w9")
                            .mustBe(400)
                            .body()
                            .at("/errors/0/field")
                            .asString())
                    .isEqualTo("page_tab_id");
        }
        assertThat(api.get(FANS + ada + "/identifiers").mustBe(200).body()).isEmpty();
        assertThat(statuses(ada)).containsExactly("active", "locked", "hidden", "active");
        assertThat(api.get("/api/v1/manage/fans/" + ada + "/quests", "business_id", rovers)
                        .mustBe(200)
                        .body()
                        .at("/3/reason")
                        .asString())
                .isEqualTo("The quest has ended.");
        complete(open, ada).mustBe(200);
        api.post("/api/v1/crm/fans", "email", "ada@fans.example", "tag_VIP", true)
                .mustBe(200);
        soon(() -> assertThat(statuses(ada)).containsExactly("completed", "active", "active", "active"));
        complete(byQuests, ada).mustBe(200);
        complete(byTag, ada).mustBe(200);
        complete(open, api.fan("eve@fans.example") + 1).mustBe(404);
        api.post("/api/v1/ent/businesses/" + (rovers + 1) + "/quests/" + open + "/fans/" + ada + "/complete")
                .mustBe(404);
        api.delete(quests + "/" + open).mustBe(200);
        complete(open, ada).mustBe(404);
        soon(() -> assertThat(statuses(ada)).containsExactly("completed", "completed", "active"));
    }

    @Test
    void scans_before_and_after_a_wristband_is_linked_are_the_fans_and_an_erasure_frees_it() {
        long bob = api.fan("bob@fans.example");
        scan("door", "s1", "\"lookup_id\": \"w1\"");
        scan("gate", "s2", "\"barcode\": \"w1\"");
        long quest = quest("Wear", "wristband", "performance_uid", show);
        assertThat(complete(quest, ada).mustBe(400).body().at("/errors/0/field").asString())
                .isEqualTo("lookup_id");
        complete(quest, ada, "lookup_id", "w1").mustBe(200);
        scan("bar", "s3", "\"barcode\": \"w1\"");
        for (String network : List.of("door", "gate", "bar")) {
            soon(() -> {
                JsonNode row = scans(network).at("/data/0");
                assertThat(row.get("fan_id").asLong()).isEqualTo(ada);
                assertThat(row.get("pii_source").asString()).isEqualTo("wristband");
                assertThat(row.get("email").asString()).isEqualTo("ada@fans.example");
            });
        }
        assertThat(complete(quest, bob, "lookup_id", "w1")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("lookup_id");
        soon(() -> assertThat(statuses(bob)).containsExactly("active"));
        api.delete(FANS + ada).mustBe(200);
        complete(quest, ada, "lookup_id", "w1").mustBe(404);
        complete(quest, bob, "lookup_id", "w1").mustBe(200);
        scan("door", "s4", "\"lookup_id\": \"w1\"");
        soon(() -> assertThat(scans("door")
                        .get("data")
                        .valueStream()
                        .map(row -> row.get("fan_id").asLong(0)))
                .containsExactly(0L, bob));
        api.get("/api/v1/manage/fans/" + ada + "/quests", "business_id", rovers).mustBe(404);
    }

    private long quest(String title, String type, Object... more) {
        Object[] first = {"quest_title", title, "quest_type", type, "reward_type", "fan_points", "fan_points_reward", 10
        };
        return id(api.post(
                quests, Stream.concat(Stream.of(first), Stream.of(more)).toArray()));
    }

    private static long id(Api.Answer answer) {
        return answer.mustBe(200).body().get("page_tab_id").asLong();
    }

    private Api.Answer complete(long quest, long fan, Object... form) {
        return api.post(quests + "/" + quest + "/fans/" + fan + "/complete", form);
    }

    private List<String> statuses(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/quests", "business_id", rovers)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("status").asString())
                .toList();
    }

    private long balance(long fan) {
        return api.get("/api/v1/manage/fans/" + fan + "/balances")
                .mustBe(200)
                .body()
                .at("/0/balance")
                .asLong();
    }

    private JsonNode records(long fan) {
        return api.get("/api/v1/ent/fan_points", "fan_id", fan, "start_date", today(), "end_date", today())
                .mustBe(200)
                .body();
    }

    private void scan(String network, String source, String code) {
        api.postJson("/api/v1/manage/scans", """
                        {"scans": [{"network": "%s", "source_key": "%s", "is_success": true,
                          "scan_group_name": "Gate", "scan_timestamp": "2026-05-01 20:00:00", %s}]}""".formatted(network, source, code))
                .mustBe(200);
    }

    private JsonNode scans(String network) {
        return api.get(
                        "/api/v1/crm/registrations/scans",
                        "network",
                        network,
                        "scan_group_name",
                        "Gate",
                        "start_date",
                        today(),
                        "end_date",
                        today())
                .mustBe(200)
                .body();
    }

    private static String today() {
        return LocalDate.now(ZoneOffset.UTC).toString();
    }

    private static void soon(ThrowingRunnable holds) {
        await().atMost(Duration.ofMinutes(1)).untilAsserted(holds);
    }
}
