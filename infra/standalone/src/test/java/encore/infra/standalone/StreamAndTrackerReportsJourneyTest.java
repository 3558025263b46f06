package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff read reports of streams and trackers: each has the numbers of the endpoints beside it. */
class StreamAndTrackerReportsJourneyTest extends Journey {

    private static final String DOMAINS = "/api/v1/manage/tracker_domains";
    private static final String TRACKERS = "/api/v1/trackers";
    private static final String DOMAIN = "127.0.0.1";

    private final LocalDate today = LocalDate.now(ZoneOffset.UTC);

    @Test
    void a_stream_report_is_the_summary_of_its_days() {
        String wall = "wall" + System.nanoTime();
        api.post("/api/v1/manage/streams", "stream_key", wall, "stream_name", "Wall", "trust_level", 1)
                .mustBe(200);
        String records = "/api/v1/streams/" + wall + "/records";
        for (String caption : new String[] {"Great #Show tonight", "great night"}) {
            api.post(records, "email", wall + "@fans.example", "name", "Jo", "caption", caption, "labels", "sun")
                    .mustBe(200);
        }
        String uid = add("stream", "stream_key", wall);
        JsonNode report = read(uid).get("stream");
        JsonNode summary = api.get("/api/v1/streams/" + wall, "data", "words,hashtags,labels")
                .mustBe(200)
                .body();
        for (String field : summary.propertyNames()) {
            assertThat(report.get(field)).as(field).isEqualTo(summary.get(field));
        }
        assertThat(report.get("total").asLong()).isEqualTo(2);
        assertThat(report.get("approved_total").asLong()).isEqualTo(2);
        assertThat(report.at("/words/0/word").asString()).isEqualTo("great");
        assertThat(report.at("/words/0/count").asLong()).isEqualTo(2);
        assertThat(report.get("days")).hasSize(8);
        assertThat(sum(report, "total")).isEqualTo(2);
        assertThat(sum(report, "authors")).isEqualTo(1);

        api.delete("/api/v1/manage/streams/" + wall).mustBe(200);
        read(uid);
        refused(post("stream", "stream_key", "none-" + wall), "stream_key");
        refused(post("stream"), "stream_key");
    }

    @Test
    void a_tracker_report_counts_clicks_and_orders_of_its_days() {
        await().pollInSameThread()
                .atMost(Duration.ofSeconds(60))
                .until(() -> api.post(DOMAINS, "virtual_domain", DOMAIN).status() == 200);
        try {
            JsonNode poster = tracker("Poster");
            JsonNode flyer = tracker("Flyer");
            String click = click(poster, "Ann");
            click(poster, "Bob");
            click(flyer, "Cid");
            api.postJson("/api/v1/manage/tracker_events", """
                            [{"purchase_event_name": "Gala", "tracker_click_uid": "%1$s", "purchase_amount": 20.5, "order_key": "o1"},
                             {"purchase_event_name": "Gala", "tracker_click_uid": "%1$s", "purchase_amount": 10, "order_key": "o1"},
                             {"purchase_event_name": "Gala", "tracker_click_uid": "%1$s", "purchase_amount": 1},
                             {"purchase_event_name": "Gala", "tracker_click_uid": "%1$s", "purchase_amount": 5, "currency": "EUR"}]""".formatted(click)).mustBe(200);
            long id = poster.get("tracker_id").asLong();
            String uid = add("tracker", "tracker_ids[]", id);
            JsonNode row = read(uid).get("tracker").get(0);
            JsonNode shown = api.get(TRACKERS + "/" + id).mustBe(200).body();
            assertThat(row.get("tracker_name").asString()).isEqualTo("Poster");
            assertThat(row.get("tracker_group_name")).isEqualTo(shown.get("tracker_group_name"));
            assertThat(row.get("network")).isEqualTo(shown.get("network"));
            assertThat(row.get("clicks"))
                    .isEqualTo(shown.get("total_tracker_click_count"))
                    .hasToString("2");
            assertThat(row.get("attributed_purchase_count"))
                    .isEqualTo(shown.get("attributed_purchase_count"))
                    .hasToString("3");
            assertThat(row.get("attributed_purchase_amount").decimalValue())
                    .isEqualByComparingTo(
                            shown.get("attributed_purchase_amount").decimalValue())
                    .isEqualByComparingTo("31.5");
            assertThat(row.get("days")).hasSize(8);
            assertThat(sum(row, "clicks")).isEqualTo(2);
            assertThat(sum(row, "attributed_purchase_count")).isEqualTo(3);

            JsonNode group = read(add("tracker", "group", "Spring")).get("tracker");
            assertThat(group.valueStream().map(one -> one.get("tracker_name").asString()))
                    .containsExactlyInAnyOrder("Poster", "Flyer");
            refused(post("tracker"), "tracker_ids");
            refused(post("tracker", "tracker_ids[]", 17), "tracker_ids");
            refused(post("tracker", "group", "Winter"), "group");
            post("tracker", "group", "quests").mustBe(200);
            refused(post("tracker", "tracker_ids[]", id, "group", "Spring"), "tracker_ids");

            api.delete("/api/v1/manage/trackers/" + id).mustBe(200);
            JsonNode history = read(uid).get("tracker").get(0);
            assertThat(history.get("tracker_name").isNull()).isTrue();
            assertThat(history.get("clicks").asLong()).isEqualTo(2);
        } finally {
            api.get(TRACKERS)
                    .body()
                    .valueStream()
                    .forEach(each -> api.delete(
                            "/api/v1/manage/trackers/" + each.get("tracker_id").asLong()));
            api.delete(DOMAINS + "/" + DOMAIN).mustBe(200);
        }
    }

    private JsonNode tracker(String name) {
        return api.post(
                        TRACKERS,
                        "virtual_domain",
                        DOMAIN,
                        "target_url",
                        "https://shop.example/a",
                        "tracker_name",
                        name,
                        "tracker_group_name",
                        "Spring")
                .mustBe(200)
                .body();
    }

    private String click(JsonNode tracker, String visitor) {
        Api browser = new Api(api.url(), Map.of("User-Agent", "Mozilla/5.0 (Windows NT 10.0) " + visitor));
        String location =
                String.valueOf(browser.get("/t/" + tracker.get("tracker_key").asString())
                        .mustBe(302)
                        .header("Location"));
        return location.substring(location.indexOf('=') + 1);
    }

    private Api.Answer post(String type, Object... subject) {
        Object[] first = {
            "report_name", "Mine", "report_type", type, "start_date", today.minusDays(6), "end_date", today.plusDays(1)
        };
        return api.post(
                "/api/v1/manage/reports",
                Stream.concat(Stream.of(first), Stream.of(subject)).toArray());
    }

    private String add(String type, Object... subject) {
        return post(type, subject).mustBe(200).body().get("report_uid").asString();
    }

    private JsonNode read(String uid) {
        return api.get("/api/v1/reports/" + uid).mustBe(200).body();
    }

    private static long sum(JsonNode report, String field) {
        return report.get("days")
                .valueStream()
                .mapToLong(day -> day.get(field).asLong())
                .sum();
    }

    private static void refused(Api.Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
