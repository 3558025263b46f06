package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rows of files are applied once for their keys, and a wrong row stops no other. */
class ImportsJourneyTest extends Journey {

    private static final String IMPORTS = "/api/v1/manage/imports/";
    private static final String FANS = "/api/v1/crm/fans/";

    @Test
    void each_kind_names_the_columns_that_its_rows_take() {
        JsonNode kinds = api.get("/api/v1/manage/imports").mustBe(200).body();
        assertThat(kinds.valueStream()
                        .map(kind -> kind.get("kind").asString() + " "
                                + kind.get("key").asString()))
                .containsExactly(
                        "fans import_key",
                        "points award_key",
                        "purchases purchase_key",
                        "tickets ticket_key",
                        "activities activity_key");
        for (JsonNode kind : kinds) {
            assertThat(columns(kind)).contains(kind.get("key").asString(), "email");
            for (JsonNode column : kind.get("columns")) {
                assertThat(column.get("type").asString())
                        .as("%s", column)
                        .isIn("text", "whole_number", "decimal", "time", "day", "boolean", "country", "email", "phone");
                assertThat(column.get("aliases").isArray()).isTrue();
            }
        }
        assertThat(columns(kinds.get(0))).contains("tag_<name>", "field_<name>").doesNotContain("password");
        assertThat(column(kinds.get(0), "email").get("is_contact").asBoolean()).isTrue();
        assertThat(column(kinds.get(1), "award_key").get("required").asBoolean())
                .isTrue();
        assertThat(column(kinds.get(1), "effective_at").get("type").asString()).isEqualTo("time");
        assertThat(column(kinds.get(3), "ticket_key").get("required").asBoolean())
                .isTrue();
        assertThat(column(kinds.get(4), "field_<name>").get("is_contact").asBoolean())
                .isTrue();
    }

    @Test
    void points_are_awarded_once_for_their_key_at_the_time_of_their_row() throws Exception {
        long ada = api.fan("ada@fans.example");
        String uid = api.pointType("Loyalty");
        String rows = row(
                        "email",
                        "ADA@fans.example ",
                        "point_uid",
                        uid,
                        "point_count",
                        "50",
                        "award_key",
                        "k1",
                        "effective_at",
                        "2020-02-29T12:00:00Z")
                + ","
                + row("fan_id", ada, "point_name", "Loyalty", "point_count", 7, "award_key", "k2") + ","
                + row("email", "nobody@fans.example", "point_uid", uid, "point_count", 1, "award_key", "k3") + ","
                + row("fan_id", ada, "point_uid", uid, "point_count", "many", "award_key", "k4") + ","
                + row("fan_id", ada, "point_uid", uid, "point_count", 1) + ","
                + row("fan_id", ada, "point_name", "Karma", "point_count", 1, "award_key", "k5") + ","
                + row("fan_id", ada, "point_uid", uid, "point_count", 1, "award_key", "k6", "points", 3) + ",17";
        JsonNode answer = send("points", rows);
        assertThat(outcomes(answer))
                .containsExactly(
                        "done " + ada,
                        "done " + ada,
                        "refused email",
                        "refused point_count",
                        "refused award_key",
                        "refused point_name",
                        "refused points",
                        "refused rows");
        assertThat(answer.get("done").asLong()).isEqualTo(2);
        assertThat(answer.get("refused").asLong()).isEqualTo(6);
        assertThat(answer.at("/rows/4/reason").asString()).isEqualTo("is required");

        JsonNode points = api.get(FANS + ada + "/points").mustBe(200).body();
        assertThat(points.valueStream().map(row -> row.get("point_count").asLong()))
                .containsExactlyInAnyOrder(50L, 7L);
        long before = mark();
        assertThat(outcomes(send("points", rows)).subList(0, 2)).containsExactly("known " + ada, "known " + ada);
        assertThat(outcomes(send("points", row("fan_id", ada, "point_uid", uid, "point_count", 51, "award_key", "k1"))))
                .containsExactly("differs award_key");
        nothingIsRecordedSince(before);
    }

    @Test
    void purchases_are_recorded_once_for_their_key_and_change_by_no_import() throws Exception {
        String rows = purchase("k1", "ada@shop.example", "12.50") + "," + purchase("k2", "ada@shop.example", "x");
        JsonNode first = send("purchases", rows);
        long ada = first.at("/rows/0/fan_id").asLong();
        assertThat(outcomes(first)).containsExactly("done " + ada, "refused gross_sale_amount");
        api.post(FANS + ada, "is_subscribed", false, "email", "ada@home.example")
                .mustBe(200);
        long before = mark();
        assertThat(outcomes(send("purchases", rows)).getFirst()).isEqualTo("known " + ada);
        assertThat(outcomes(send(
                        "purchases",
                        purchase("k1", "ada@shop.example", "13") + "," + purchase("k1", "bea@shop.example", "12.5"))))
                .containsExactly("differs purchase_key", "differs purchase_key");
        nothingIsRecordedSince(before);
        api.delete(FANS + ada).mustBe(200);
        long erased = mark();
        assertThat(outcomes(send("purchases", purchase("k1", "ada@shop.example", "12.50"))))
                .containsExactly("known " + ada);
        nothingIsRecordedSince(erased);
    }

    @Test
    void tickets_are_saved_once_for_their_key_and_change_by_no_import() throws Exception {
        JsonNode first = send("tickets", ticket("t1", "50") + "," + ticket("t2", "60") + "," + ticket("", "70"));
        long ada = first.at("/rows/0/fan_id").asLong();
        assertThat(outcomes(first).get(0)).isEqualTo("done " + ada);
        assertThat(outcomes(first).get(1)).startsWith("done ");
        assertThat(outcomes(first).get(2)).isEqualTo("refused ticket_key");
        long before = mark();
        assertThat(outcomes(send("tickets", ticket("t1", "50") + "," + ticket("t2", "61"))))
                .containsExactly("known " + ada, "differs ticket_key");
        nothingIsRecordedSince(before);
    }

    @Test
    void activities_are_recorded_once_for_their_key_in_imports_and_calls() throws Exception {
        long ada = api.fan("ada@fans.example");
        api.post(FANS + ada + "/identifiers", "network", "shop", "identifier_value", "c-1")
                .mustBe(200);
        String rows = row(
                        "network",
                        "shop",
                        "identifier",
                        "c-1",
                        "campaign_title",
                        "Door",
                        "activity_key",
                        "k1",
                        "effective_at",
                        "2021-05-01T20:00:00Z",
                        "field_gate",
                        "B")
                + ","
                + row("fan_id", ada, "campaign_title", "Door", "activity_key", "k2") + ","
                + row("identifier", "c-1", "campaign_title", "Door", "activity_key", "k3") + ","
                + row("network", "shop", "identifier", "c-2", "campaign_title", "Door", "activity_key", "k4");
        assertThat(outcomes(send("activities", rows)))
                .containsExactly("done " + ada, "done " + ada, "refused identifier", "refused identifier");
        JsonNode activities = api.get(FANS + ada + "/activities").mustBe(200).body();
        assertThat(activities).hasSize(2);
        long before = mark();
        assertThat(outcomes(send("activities", rows)).subList(0, 2)).containsExactly("known " + ada, "known " + ada);
        assertThat(outcomes(send("activities", row("fan_id", ada, "campaign_title", "Window", "activity_key", "k1"))))
                .containsExactly("differs activity_key");
        JsonNode again = api.post(FANS + ada + "/activities", "campaign_title", "Door", "activity_key", "k2")
                .mustBe(200)
                .body();
        JsonNode feed = api.get("/api/v1/crm/activities").mustBe(200).body();
        assertThat(feed.toString())
                .contains("\"activity_id\":" + again.get("activity_id").asLong());
        api.post(FANS + ada + "/activities", "campaign_title", "Gate", "activity_key", "k2")
                .mustBe(400);
        nothingIsRecordedSince(before);
    }

    @Test
    void fans_stay_as_they_are_when_their_row_comes_again() throws Exception {
        String keyed =
                row("email", "ada@fans.example", "first_name", "Ada", "is_subscribed", "true", "import_key", "1");
        String plain = row("email", "bea@fans.example", "is_subscribed", true, "idol_names", "Ann");
        String rows = keyed + "," + plain + "," + row("first_name", "Cid") + ","
                + row("email", "dan@fans.example", "password", "secret");
        JsonNode first = send("fans", rows);
        long ada = first.at("/rows/0/fan_id").asLong();
        long bea = first.at("/rows/1/fan_id").asLong();
        assertThat(outcomes(first)).containsExactly("done " + ada, "done " + bea, "refused email", "refused password");

        api.post(FANS + ada, "is_subscribed", false).mustBe(200);
        long before = mark();
        assertThat(outcomes(send("fans", rows)).subList(0, 2)).containsExactly("known " + ada, "known " + bea);
        assertThat(outcomes(send("fans", row("email", "eve@fans.example", "is_subscribed", true, "import_key", "1"))))
                .containsExactly("differs import_key");
        nothingIsRecordedSince(before);
        assertThat(api.get(FANS + ada).mustBe(200).body().get("is_subscribed").asBoolean())
                .isFalse();

        api.delete(FANS + ada).mustBe(200);
        api.delete(FANS + bea).mustBe(200);
        long erased = mark();
        assertThat(outcomes(send("fans", rows)).subList(0, 2)).containsExactly("known " + ada, "known " + bea);
        nothingIsRecordedSince(erased);
        api.get(FANS + ada).mustBe(404);
    }

    @Test
    void two_imports_of_one_file_at_once_apply_each_row_once() throws Exception {
        String uid = api.pointType("Loyalty");
        String fans = rows(30, i -> row("email", "f" + i + "@fans.example", "import_key", "f" + i));
        String points = rows(
                200,
                i -> row("email", "f" + i % 30 + "@fans.example", "point_uid", uid, "point_count", 1, "award_key", i));
        String purchases = rows(100, i -> purchase("k" + i, "f" + i % 30 + "@fans.example", "1"));
        String tickets = rows(100, i -> ticket("t" + i, "1"));
        String activities = rows(
                100, i -> row("email", "f" + i % 30 + "@fans.example", "campaign_title", "Door", "activity_key", i));
        eachRowIsAppliedOnce("fans", fans, 30);
        eachRowIsAppliedOnce("points", points, 200);
        eachRowIsAppliedOnce("purchases", purchases, 100);
        eachRowIsAppliedOnce("tickets", tickets, 100);
        eachRowIsAppliedOnce("activities", activities, 100);
        JsonNode board = api.get("/api/v1/crm/points").mustBe(200).body();
        assertThat(board.toString()).contains("Loyalty");
    }

    private void eachRowIsAppliedOnce(String kind, String rows, int count) throws Exception {
        List<Callable<JsonNode>> calls = List.of(() -> send(kind, rows), () -> send(kind, rows));
        List<JsonNode> answers = together(calls);
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.get("done").asLong())
                        .sum())
                .as("%s", answers)
                .isEqualTo(count);
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.get("known").asLong())
                        .sum())
                .isEqualTo(count);
    }

    @Test
    void a_call_has_at_most_a_thousand_rows_and_a_megabyte_of_json() {
        String row = row("email", "ada@fans.example");
        post("fans", rows(1_001, i -> row), "").mustBe(413);
        post("fans", row("email", "ada@fans.example", "first_name", "a".repeat(1 << 20)), "")
                .mustBe(413);
        assertThat(post("fans", rows(1_000, i -> row), ",\"dry_run\":true")
                        .mustBe(200)
                        .body()
                        .get("done")
                        .asLong())
                .isEqualTo(1_000);
        api.postJson(IMPORTS + "fans", "{\"rows\":[").mustBe(400);
        api.postJson(IMPORTS + "fans", "{\"rows\":[]}").mustBe(400);
        api.postJson(IMPORTS + "fans", "{}").mustBe(400);
        api.post(IMPORTS + "fans", "rows", "[" + row + "]").mustBe(400);
        api.postJson(IMPORTS + "idols", "{\"rows\":[" + row + "]}").mustBe(404);
    }

    @Test
    void a_dry_run_checks_rows_and_changes_nothing() throws Exception {
        long before = mark();
        JsonNode answer = post(
                        "purchases",
                        purchase("k1", "ada@shop.example", "1") + "," + purchase("k2", "ada", "1"),
                        ",\"dry_run\":true")
                .mustBe(200)
                .body();
        assertThat(outcomes(answer)).containsExactly("done ", "refused email");
        nothingIsRecordedSince(before);
    }

    @Test
    void rows_with_effects_are_named_before_the_first_one_is_applied() throws Exception {
        long ada = api.fan("ada@fans.example");
        String uid = api.pointType("Loyalty");
        String hook = api.made(
                "/api/v1/manage/webhooks",
                "webhook_uid",
                "url",
                "https://hooks.example/",
                "event_types",
                "points_awarded",
                "with_imports",
                true);
        String row = row("fan_id", ada, "point_name", "Loyalty", "point_count", 5, "award_key", "k1");
        long before = mark();
        JsonNode refused = post("points", row, "").mustBe(409).body();
        assertThat(refused.get("type").asString()).endsWith("/import-has-effects");
        assertThat(refused.at("/effects/0/kind").asString()).isEqualTo("webhook");
        assertThat(refused.at("/effects/0/id").asString()).isEqualTo(hook);
        nothingIsRecordedSince(before);
        assertThat(outcomes(post("points", row, ",\"dry_run\":true").mustBe(200).body()))
                .containsExactly("done ");
        assertThat(outcomes(send("points", row))).containsExactly("done " + ada);
        api.delete("/api/v1/manage/webhooks/" + hook).mustBe(200);
        assertThat(outcomes(post("points", row, "").mustBe(200).body())).containsExactly("known " + ada);
        String otherType = api.pointType("Karma");
        assertThat(outcomes(post(
                                "points",
                                row("fan_id", ada, "point_uid", otherType, "point_count", 5, "award_key", "k1"),
                                "")
                        .mustBe(200)
                        .body()))
                .containsExactly("done " + ada);
    }

    @Test
    void a_hundred_rows_count_as_one_call() {
        Api limited = opened("calls_per_minute", 11);
        String rows = rows(1_000, i -> row("email", "f" + i + "@fans.example"));
        String body = "{\"dry_run\":true,\"rows\":[" + rows + "]}";
        assertThat(limited.postJson(IMPORTS + "fans", body).mustBe(200).header("X-RateLimit-Remaining"))
                .isEqualTo("1");
        limited.postJson(IMPORTS + "fans", body).mustBe(429);
    }

    @Test
    void a_quota_ends_an_import_and_a_repeat_goes_on_when_it_is_raised() {
        JsonNode account = encore().operator()
                .post("/api/v1/manage/accounts", "name", "Quota")
                .mustBe(200)
                .body();
        String settings = "/api/v1/manage/accounts/" + account.get("account_id").asString();
        encore().operator().post(settings, "quota_fans", 10).mustBe(200);
        Api full = as(account);
        Awaitility.await()
                .pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(() -> full.post("/api/v1/crm/fans", "email", "a" + System.nanoTime() + "@fans.example")
                                .status()
                        == 400);
        String body = "{\"rows\":[" + rows(100, i -> row("email", "f" + i + "@fans.example")) + "]}";
        assertThat(full.postJson(IMPORTS + "fans", body).mustBe(400).text()).contains("/problems/quota-reached");
        encore().operator().post(settings, "quota_fans", 1_000).mustBe(200);
        Awaitility.await()
                .pollInSameThread()
                .atMost(Duration.ofMinutes(1))
                .until(() -> full.postJson(IMPORTS + "fans", body).status() == 200);
        JsonNode again = full.postJson(IMPORTS + "fans", body).mustBe(200).body();
        assertThat(again.get("known").asLong()).isEqualTo(100);
    }

    private Api opened(Object... settings) {
        return as(encore().operator()
                .post(
                        "/api/v1/manage/accounts",
                        Stream.concat(Stream.of("name", "Imports"), Stream.of(settings))
                                .toArray())
                .mustBe(200)
                .body());
    }

    private Api as(JsonNode account) {
        return new Api(
                encore().url(),
                Map.of(
                        "Api-Key", account.get("api_key").asString(),
                        "Api-Secret", account.get("api_secret").asString()));
    }

    private JsonNode send(String kind, String rows) {
        return post(kind, rows, ",\"with_effects\":true").mustBe(200).body();
    }

    private Api.Answer post(String kind, String rows, String more) {
        return api.postJson(IMPORTS + kind, "{\"rows\":[" + rows + "]" + more + "}");
    }

    /** Returns each outcome with its fan, or with the field that is wrong. */
    private static List<String> outcomes(JsonNode answer) {
        return answer.get("rows")
                .valueStream()
                .map(row -> row.get("outcome").asString() + " "
                        + row.path("field").asString(row.path("fan_id").asString("")))
                .toList();
    }

    private static List<String> columns(JsonNode kind) {
        return kind.get("columns")
                .valueStream()
                .map(column -> column.get("name").asString())
                .toList();
    }

    private static JsonNode column(JsonNode kind, String name) {
        return kind.get("columns")
                .valueStream()
                .filter(column -> column.get("name").asString().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String purchase(String key, String email, String gross) {
        return row(
                "network",
                "shop",
                "purchase_key",
                key,
                "order_key",
                "o1",
                "merchant_key",
                "m1",
                "order_timestamp",
                "2026-03-01T10:00:00Z",
                "gross_sale_amount",
                gross,
                "net_sale_amount",
                "1",
                "email",
                email);
    }

    private static String ticket(String key, String amount) {
        return row(
                "first_name",
                "Ada",
                "last_name",
                "Lee",
                "email",
                "t" + key + "@fans.example",
                "network",
                "door",
                "ticket_key",
                key,
                "event_key",
                "gala",
                "event_name",
                "Gala",
                "event_date",
                "2026-05-01",
                "purchase_timestamp",
                "2026-01-01T10:00:00Z",
                "paid_amount",
                amount,
                "num_seats",
                2);
    }

    private static String rows(int count, IntFunction<String> row) {
        return String.join(",", IntStream.range(0, count).mapToObj(row).toList());
    }

    private static String row(Object... namesAndValues) {
        var row = JsonMapper.shared().createObjectNode();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.putPOJO(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return row.toString();
    }
}
