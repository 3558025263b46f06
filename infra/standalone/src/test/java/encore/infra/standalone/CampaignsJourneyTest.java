package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A campaign's life: how staff sets it up, what the public reads of it, and the points that fans get by it. */
class CampaignsJourneyTest extends Journey {

    private static final String APPS = "/api/v1/apps";
    private static final String MANAGED = "/api/v1/manage/apps";
    private static final String AWARDS = "/api/v1/ent/fan_points";

    @Test
    void a_campaign_is_set_up_read_changed_and_deleted() {
        long business = api.post(
                        "/api/v1/manage/businesses",
                        "business_name",
                        "Team",
                        "legal_terms",
                        "their terms",
                        "legal_rules",
                        "x")
                .mustBe(200)
                .body()
                .get("business_id")
                .asLong();
        JsonNode made =
                api.postJson(MANAGED, """
                        {"name": " Spring ", "app_type": "trivia", "business_id": %d, "props": {"colour": {"of": "sky"}},
                         "end_timestamp": "2999-01-01T00:00:00", "timezone": "Europe/Vienna", "rules": "my rules"}
                        """.formatted(business)).mustBe(200).body();
        long number = made.get("page_tab_id").asLong();
        String one = MANAGED + "/" + number;
        assertThat(made.get("name").asString()).isEqualTo("Spring");
        assertThat(api.get(one).mustBe(200).body()).isEqualTo(made);

        JsonNode row = api.get(APPS, "business_id", business).mustBe(200).body().get(0);
        assertThat(row.get("timezone").asString()).isEqualTo("Europe/Vienna");
        assertThat(row.get("app_type").asString()).isEqualTo("trivia");
        assertThat(row.get("is_active").asBoolean()).isTrue();
        assertThat(row.get("live_status").asString()).isEqualTo("off");
        JsonNode single = key().get(APPS + "/" + number).mustBe(200).body();
        assertThat(single.get("time_zone").asString()).isEqualTo("Europe/Vienna");
        assertThat(single.has("app_type")).isFalse();
        assertThat(single.get("rules").asString()).isEqualTo("my rules");
        assertThat(single.get("terms").asString()).isEqualTo("their terms");
        assertThat(single.get("privacy").isNull()).isTrue();
        assertThat(single.get("tab_items").isNull()).isTrue();
        assertThat(key().get(APPS + "/" + number + "/props").mustBe(200).text())
                .isEqualTo("{\"colour\":{\"of\":\"sky\"}}");

        refused(api.post(one, "app_type", "bingo"), "app_type");
        refused(api.post(one, "business_id", business + 1), "business_id");
        refused(api.post(one, "start_timestamp", "2999-01-01T00:00:01"), "start_timestamp");
        refused(api.post(one, "bundled_page_tab_ids", 1), "bundled_page_tab_ids");
        refused(api.post(one, "name", " "), "name");
        assertThat(api.get(one).body()).isEqualTo(made);
        api.post(
                        one,
                        "app_type",
                        "trivia",
                        "props",
                        "",
                        "rules",
                        "",
                        "is_active",
                        false,
                        "bundled_page_tab_ids",
                        number)
                .mustBe(200);
        assertThat(key().get(APPS + "/" + number + "/props").mustBe(200).text()).isEqualTo("{}");
        single = key().get(APPS + "/" + number).body();
        assertThat(single.get("rules").asString()).isEqualTo("x");
        assertThat(single.get("is_active").asBoolean()).isFalse();

        assertThat(api.delete(one).mustBe(200).text()).isEqualTo("true");
        for (String gone : List.of(one, APPS + "/" + number, APPS + "/" + number + "/props", one + "/rooms")) {
            api.get(gone).mustBe(404);
        }
        api.post(one, "name", "Again").mustBe(404);
        api.delete(one).mustBe(404);
        assertThat(api.get(APPS).mustBe(200).body()).isEmpty();
        assertThat(api.campaign("Spring", "bingo")).isNotEqualTo(number);
    }

    @Test
    void lists_are_by_kind_by_schedule_and_by_name() {
        long spring = api.campaign("Spring quiz", "trivia");
        long summer = api.campaign("Summer games", "arcade");
        api.post(MANAGED + "/" + summer, "start_timestamp", 1_000, "end_timestamp", 2_000)
                .mustBe(200);
        assertThat(numbers(api.get(APPS))).containsExactly(spring, summer);
        assertThat(numbers(api.get(APPS, "app_type", "arcade"))).containsExactly(summer);
        assertThat(numbers(api.get(APPS, "is_scheduled", false))).containsExactly(spring);
        assertThat(numbers(api.get("/api/v1/crm/campaigns", "q", "QUI"))).containsExactly(spring);
        JsonNode over = api.get("/api/v1/crm/campaigns", "q", "summer").body().get(0);
        assertThat(over.get("title").asString()).isEqualTo("Summer games");
        assertThat(over.get("is_active").asBoolean()).isFalse();
        assertThat(over.get("timezone").asString()).isEqualTo("UTC");
        refused(api.get(APPS, "app_type", "Arcade"), "app_type");
        key().get("/api/v1/crm/campaigns").mustBe(401);
        key().get(MANAGED).mustBe(401);

        api = encore().newAccount();
        assertThat(api.get(APPS).mustBe(200).body()).isEmpty();
        api.get(APPS + "/" + spring).mustBe(404);
        api.post(MANAGED + "/" + spring, "name", "ours").mustBe(404);
    }

    @Test
    void of_64_who_want_a_name_at_once_one_gets_it() throws Exception {
        Callable<Integer> wish =
                () -> api.post(MANAGED, "name", "Wanted", "app_type", "custom").status();
        List<Integer> statuses = new ArrayList<>();
        try (var clients = Executors.newFixedThreadPool(64)) {
            for (Future<Integer> status : clients.invokeAll(Collections.nCopies(64, wish))) {
                statuses.add(status.get());
            }
        }
        assertThat(statuses).containsOnly(200, 400).containsOnlyOnce(200);
        assertThat(api.get(APPS).mustBe(200).body()).hasSize(1);
    }

    private void push(long show, String question) {
        String live = "/api/v1/manage/live/" + show;
        String overlay = api.made(
                live + "/overlays", "app_overlay_uid", "overlay_type", "quiz_question", "quiz_question_uid", question);
        api.post(live + "/overlays/" + overlay + "/push").mustBe(200);
    }

    @Test
    void items_of_a_campaign_are_read_without_right_answers() {
        long number = api.campaign("Show", "fanxp");
        String one = MANAGED + "/" + number;
        JsonNode question =
                api.postJson(one + "/quiz_questions", """
                        {"question": "Encore?", "options": ["yes", "no", "of course"], "right_answers": [2, 0], "position": 2}
                        """).mustBe(200).body();
        String uid = question.get("quiz_question_uid").asString();
        assertThat(question.get("right_answers").toString()).isEqualTo("[0,2]");
        refused(api.post(one + "/quiz_questions/" + uid, "options", "yes"), "right_answers");
        String first = api.made(
                one + "/quiz_questions",
                "quiz_question_uid",
                "question",
                "First?",
                "options",
                "a",
                "options",
                "b",
                "position",
                1);
        JsonNode item = api.post(one + "/tab_items", "title", "Final", "position", 7, "activation_timestamp", 1_000)
                .mustBe(200)
                .body();
        assertThat(item.get("tab_item_id").isIntegralNumber()).isTrue();
        refused(api.post(one + "/tab_items", "subtitle", "no title"), "title");

        assertThat(key().get(APPS + "/" + number, "include_details", true)
                        .body()
                        .get("quiz_questions")
                        .toString())
                .as("no question was pushed")
                .isEqualTo("[]");
        api.post("/api/v1/manage/live/" + number + "/state", "state", "pending").mustBe(200);
        push(number, uid);
        push(number, first);
        String details = key().get(APPS + "/" + number, "include_details", true)
                .mustBe(200)
                .text();
        assertThat(details).doesNotContain("right").contains("\"answer_idx\":2");
        JsonNode read = key().get(APPS + "/" + number, "include_details", true).body();
        assertThat(read.get("quiz_questions").get(0).get("question").asString()).isEqualTo("First?");
        assertThat(read.get("quiz_questions").get(1).get("quiz_question_uid").asString())
                .isEqualTo(uid);
        assertThat(read.get("tab_items").get(0)).isEqualTo(item);

        assertThat(api.get(one + "/rooms").mustBe(200).body().toString()).contains("global_chat", "control");
        api.post(one + "/rooms", "room_key", "lounge", "room_type", "public_rooms")
                .mustBe(200);
        refused(api.post(one + "/rooms", "room_key", "desk", "room_type", "control"), "room_type");
        api.post(one + "/rooms/lounge", "room_title", "Lounge").mustBe(200);
        assertThat(api.get(one + "/rooms/lounge").body().get("room_title").asString())
                .isEqualTo("Lounge");
        api.delete(one + "/rooms/control").mustBe(404);
        assertThat(api.get(one + "/rooms").body()).hasSize(3);

        long ada = api.fan("ada@fans.example");
        api.post(one + "/hidden_fans", "fan_id", ada).mustBe(200);
        refused(api.post(one + "/hidden_fans", "fan_id", ada + 1), "fan_id");
        assertThat(api.get(one + "/hidden_fans").body().toString()).isEqualTo("[{\"fan_id\":" + ada + "}]");
        assertThat(api.delete(one + "/hidden_fans/" + ada).mustBe(200).text()).isEqualTo("true");
        api.get(one + "/hidden_fans/" + ada).mustBe(404);

        api.post(one + "/views", "view_date", "2026-03-02", "view_count", 10).mustBe(200);
        api.post(one + "/views/2026-03-01", "view_count", 5, "share_count", 1).mustBe(200);
        api.post(one + "/views/2026-03-02", "share_count", 3).mustBe(200);
        assertThat(api.get(one + "/views").body().toString())
                .isEqualTo("[{\"view_date\":\"2026-03-01\",\"view_count\":5,\"share_count\":1},"
                        + "{\"view_date\":\"2026-03-02\",\"view_count\":10,\"share_count\":3}]");
        refused(api.post(one + "/views", "view_date", "2026-03-01", "view_count", -1), "view_count");
    }

    @Test
    void a_wager_is_offered_below_an_item_and_ends_once() {
        String items = MANAGED + "/" + api.campaign("Cup", "wager") + "/tab_items";
        String item = items + "/"
                + api.post(items, "title", "Final").mustBe(200).body().get("tab_item_id");
        JsonNode home = api.postJson(item + "/wagers", "{\"title\": \"Home wins\", \"odds\": 2.50}")
                .mustBe(200)
                .body();
        String one = item + "/wagers/" + home.get("wager_uid").asString();
        assertThat(home.get("wager_type").asString()).isEqualTo("classic");
        assertThat(api.get(one).mustBe(200).body()).isEqualTo(home);
        refused(api.post(item + "/wagers", "title", "Draw", "odds", 0), "odds");
        refused(api.post(item + "/wagers", "odds", 2), "title");
        refused(api.post(one, "result", "won"), "result");
        api.post(one, "odds", 3, "result", "winner").mustBe(200);
        api.post(one, "result", "winner").mustBe(200);
        refused(api.post(one, "result", "loser"), "result");
        api.post(one, "odds", 4).mustBe(400);
        api.delete(one).mustBe(400);
        assertThat(api.get(item + "/wagers").body().toString())
                .contains("\"odds\":3")
                .contains("\"result\":\"winner\"");
        api.delete(item).mustBe(200);
        api.get(one).mustBe(404);
        api.post(item + "/wagers", "title", "Late", "odds", 2).mustBe(404);
    }

    @Test
    void points_of_a_campaign_are_summed_and_listed_from_second_to_second() {
        String discs = api.pointType("discs");
        String tapes = api.pointType("tapes");
        long ada = api.fan("ada@fans.example");
        long number = api.campaign("Wagers", "wager");
        String campaign = APPS + "/" + number;
        long before = Instant.now().getEpochSecond();
        award(discs, ada, 50, number).mustBe(200);
        var keyed = award(tapes, ada, -20, number, "award_key", "once").mustBe(200);
        award(discs, ada, 7, api.campaign("Other", "custom")).mustBe(200);
        api.award(ada, "discs", 1_000);
        refused(award(discs, ada, 5, number + 1), "page_tab_id");

        assertThat(total(campaign)).isEqualTo(30);
        long after = Instant.now().getEpochSecond();
        assertThat(total(campaign, "start_timestamp", before, "end_timestamp", after))
                .isEqualTo(30);
        assertThat(total(campaign, "end_timestamp", before - 1)).isZero();
        assertThat(total(campaign, "start_timestamp", "2999-01-01T00:00:00")).isZero();
        JsonNode records = api.get(campaign + "/simple_points").mustBe(200).body();
        assertThat(records).hasSize(2);
        assertThat(records.get(0).propertyNames())
                .containsExactlyInAnyOrder("fan_id", "point_count", "creation_timestamp", "creation_timestamp_iso");
        assertThat(records.get(1).get("point_count").asLong()).isEqualTo(-20);
        String then = keyed.header("Encore-Position");
        assertThat(total(campaign, "as_of", then)).isEqualTo(30);
        assertThat(total(campaign, "as_of", Long.parseLong(String.valueOf(then)) - 1))
                .isEqualTo(50);
        refused(
                api.get(campaign + "/total_points", "start_timestamp", after, "end_timestamp", before - 1),
                "end_timestamp");
        key().get(campaign + "/total_points").mustBe(401);

        api.delete(MANAGED + "/" + number).mustBe(200);
        refused(award(discs, ada, 5, number), "page_tab_id");
        assertThat(award(tapes, ada, -20, number, "award_key", "once")
                        .mustBe(200)
                        .body())
                .isEqualTo(keyed.body());
        api.get(campaign + "/total_points").mustBe(404);
        api.get(campaign + "/simple_points").mustBe(404);
        assertThat(api.get("/api/v1/crm/fans/" + ada + "/points", "page_tab_id", number)
                        .mustBe(200)
                        .body())
                .hasSize(2);
    }

    private Api.Answer award(String points, long fan, long count, long campaign, Object... more) {
        List<Object> form = new ArrayList<>(
                List.of("point_uid", points, "fan_id", fan, "point_count", count, "page_tab_id", campaign));
        form.addAll(List.of(more));
        return api.post(AWARDS, form.toArray());
    }

    private long total(String campaign, Object... query) {
        return api.get(campaign + "/total_points", query)
                .mustBe(200)
                .body()
                .get("total_points")
                .asLong();
    }

    /** The key alone, as in a browser. */
    private Api key() {
        return new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
    }

    private static List<Long> numbers(Api.Answer answer) {
        return answer.mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("page_tab_id").asLong())
                .toList();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
