package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff read what happened in a show. */
class StatsJourneyTest extends Journey {

    private static final List<String> TARGETS = List.of(
            "leaderboard",
            "fan_points",
            "quiz_results",
            "clicker_results",
            "chat_history",
            "overlay_timeline",
            "feed_switching",
            "websocket_connections",
            "websocket_raw_connections",
            "wager_points");

    private long show;
    private String stats;

    @BeforeEach
    void a_show() {
        show = api.campaign("Friday show", "fanxp");
        stats = "/api/v1/fanxp/" + show + "/detailed_stats";
    }

    @Test
    void a_show_where_nothing_happened_has_no_rows() {
        for (String target : TARGETS) {
            assertThat(api.get(stats, "target", target).mustBe(200).body())
                    .as(target)
                    .isEmpty();
        }
    }

    @Test
    void only_a_live_campaign_has_statistics() {
        long trivia = api.campaign("Trivia", "trivia");
        for (String target : TARGETS) {
            api.get("/api/v1/fanxp/" + trivia + "/detailed_stats", "target", target)
                    .mustBe(400);
            api.get("/api/v1/fanxp/1/detailed_stats", "target", target).mustBe(404);
            encore().newAccount().get(stats, "target", target).mustBe(404);
        }
        refused(api.get(stats), "target");
        refused(api.get(stats, "target", "everything"), "target");
        refused(api.get(stats, "target", "wager_points", "tab_item_id", 5), "tab_item_id");
        FanSessions.app(api).get(stats, "target", "leaderboard").mustBe(401);
    }

    @Test
    void records_of_points_are_those_of_the_show_in_whole_seconds() {
        String points = api.pointType("stars");
        long ada = api.fan("ada@stats.example");
        Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        String first = award(points, ada, 5, "page_tab_id", show);
        award(points, ada, 7);
        String second = award(points, ada, -2, "page_tab_id", show);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            JsonNode rows = rows("fan_points");
            assertThat(rows).hasSize(2);
            assertThat(rows.get(0).get("fan_id").asLong()).isEqualTo(ada);
            assertThat(rows.get(0).get("fan_point_uid").asString()).isEqualTo(first);
            assertThat(rows.get(0).get("point_source").asString()).isEqualTo("ent");
            assertThat(rows.get(1).get("fan_point_uid").asString()).isEqualTo(second);
            assertThat(rows.get(1).get("point_count").asLong()).isEqualTo(-2);
        });
        long at = rows("fan_points").get(1).get("creation_timestamp").asLong();
        assertThat(at).isGreaterThanOrEqualTo(before.getEpochSecond());
        assertThat(rows("fan_points", "start_timestamp", at, "end_timestamp", at))
                .isNotEmpty();
        assertThat(rows("fan_points", "end_timestamp", before.getEpochSecond() - 1))
                .isEmpty();
        assertThat(rows("fan_points", "start_timestamp", at + 1)).isEmpty();
        refused(
                api.get(stats, "target", "fan_points", "start_timestamp", at + 1, "end_timestamp", at),
                "end_timestamp");
    }

    @Test
    void stakes_are_summed_by_fan_and_tab_item() {
        String points = api.pointType("chips");
        long business = api.business("Arena");
        api.post("/api/v1/manage/businesses/" + business, "point_uid", points).mustBe(200);
        show = api.post("/api/v1/manage/apps", "name", "Match", "app_type", "livexp", "business_id", business)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
        stats = "/api/v1/fanxp/" + show + "/detailed_stats";
        long ada = api.fan("ada@stakes.example");
        award(points, ada, 100);
        String items = "/api/v1/manage/apps/" + show + "/tab_items";
        long half = api.post(items, "title", "First half")
                .mustBe(200)
                .body()
                .get("tab_item_id")
                .asLong();
        long end = api.post(items, "title", "Second half")
                .mustBe(200)
                .body()
                .get("tab_item_id")
                .asLong();
        String first = stake(items + "/" + half, ada, 10);
        stake(items + "/" + end, ada, 20);
        api.post(first, "result", "winner").mustBe(200);
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            JsonNode rows = rows("wager_points");
            assertThat(rows).hasSize(1);
            assertThat(rows.get(0).get("fan_id").asLong()).isEqualTo(ada);
            assertThat(rows.get(0).get("debit_point_count").asLong()).isEqualTo(30);
            assertThat(rows.get(0).get("credit_point_count").asLong()).isEqualTo(20);
        });
        assertThat(rows("wager_points", "tab_item_id", end)
                        .get(0)
                        .get("debit_point_count")
                        .asLong())
                .isEqualTo(20);
    }

    private String stake(String item, long fan, long points) {
        String wager = item + "/wagers/"
                + api.post(item + "/wagers", "title", "Home", "odds", "2")
                        .mustBe(200)
                        .body()
                        .get("wager_uid")
                        .asString();
        api.post(wager + "/fan_wagers", "fan_id", fan, "point_count", points).mustBe(200);
        return wager;
    }

    private String award(String points, long fan, long count, Object... more) {
        Object[] form = new Object[6 + more.length];
        System.arraycopy(new Object[] {"point_uid", points, "fan_id", fan, "point_count", count}, 0, form, 0, 6);
        System.arraycopy(more, 0, form, 6, more.length);
        return api.post("/api/v1/ent/fan_points", form)
                .mustBe(200)
                .body()
                .get("fan_point_uid")
                .asString();
    }

    private JsonNode rows(String target, Object... more) {
        Object[] query = new Object[2 + more.length];
        query[0] = "target";
        query[1] = target;
        System.arraycopy(more, 0, query, 2, more.length);
        return api.get(stats, query).mustBe(200).body();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
