package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.RunningEncore.Arrangement;
import encore.query.Partitioning;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** What fans do: recorded by their contacts or ids, fed on to others, counted, and told of the fans themselves. */
class ActivitiesJourneyTest extends Journey {

    private static final String ALL = "/api/v1/crm/activities";
    private static final String STATS = "/api/v1/crm/activity_stats";
    private static final String FANS = "/api/v1/crm/fans/";
    private static final String APPS = "/api/v1/manage/apps";

    @Test
    void an_activity_of_a_campaign_is_found_wherever_activities_are_shown() {
        long quiz = campaign("Quiz", "trivia");
        JsonNode done = api.post(
                        ALL,
                        "email",
                        "Ada@fans.example",
                        "first_name",
                        "Ada",
                        "province",
                        "MA",
                        "postal_code",
                        "02101",
                        "is_subscribed",
                        true,
                        "campaign_title",
                        " Quiz ")
                .mustBe(200)
                .body();
        long ada = done.get("fan_id").asLong();
        long first = done.get("activity_id").asLong();
        long second = api.postJson(
                        of(ada), "{\"campaign_title\": \"Quiz\", \"field_colour\": \"blue\", \"field_n\": 7}")
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
        long doors = record(ada, "Doors", "field_gate", "3");
        api.post(APPS + "/" + quiz, "name", "The Quiz").mustBe(200);

        JsonNode rows = api.get(of(ada)).mustBe(200).body();
        assertThat(rows.valueStream().map(row -> row.get("campaign_title").asString()))
                .containsExactly("Doors", "The Quiz", "The Quiz");
        assertThat(rows.at("/1/props").toString()).isEqualTo("{\"colour\":\"blue\",\"n\":\"7\"}");
        assertThat(rows.at("/2/props").isNull()).isTrue();
        assertThat(api.get(of(ada), "limit", 1).mustBe(200).body()).hasSize(1);
        assertThat(api.get(of(ada), "campaign_title", "The Quiz", "limit", 1)
                        .mustBe(200)
                        .body()
                        .at("/0/props/colour")
                        .asString())
                .isEqualTo("blue");

        JsonNode feed = api.get(ALL).mustBe(200).body();
        assertThat(ids(feed)).containsExactly(doors, second, first);
        assertThat(feed.at("/meta").toString())
                .isEqualTo("{\"order\":\"desc\",\"min_activity_id\":" + first + ",\"max_activity_id\":" + doors + "}");
        JsonNode row = feed.at("/data/1");
        assertThat(row.get("campaign_title").asString()).isEqualTo("The Quiz");
        assertThat(row.get("app_type").asString()).isEqualTo("trivia");
        assertThat(row.get("page_tab_id").asLong()).isEqualTo(quiz);
        assertThat(row.get("email").asString()).isEqualTo("ada@fans.example");
        assertThat(row.get("province").asString()).isEqualTo("MA");
        assertThat(row.get("is_subscribed").asBoolean()).isTrue();
        assertThat(row.at("/details/colour").asString()).isEqualTo("blue");
        assertThat(row.get("connection_fan_ids")).isEmpty();
        assertThat(row.get("fan").isNull()).isTrue();
        assertThat(ids(api.get(ALL, "page_tab_id", quiz).mustBe(200).body())).containsExactly(second, first);
        assertThat(ids(api.get(ALL, "min_activity_id", first, "max_activity_id", doors)
                        .mustBe(200)
                        .body()))
                .containsExactly(second);

        assertThat(counts(STATS, "property_name", "colour")).containsExactly("The Quiz/colour=1");

        record(ada, "The Quiz");
        JsonNode found = api.get("/api/v1/crm/fans", "name", "ada@fans.example", "include_recent_entry", "true")
                .mustBe(200)
                .body();
        assertThat(found.at("/data/0/last_campaign_name").asString()).isEqualTo("The Quiz");
        assertThat(found.at("/data/0/last_page_tab_id").asLong()).isEqualTo(quiz);
    }

    @Test
    void a_deleted_campaign_goes_on_in_what_was_done_in_it() {
        long quiz = campaign("Quiz", "trivia");
        long ada = api.fan("ada@fans.example");
        long first = record(ada, "Quiz");
        api.delete(APPS + "/" + quiz).mustBe(200);
        long text = record(ada, "Quiz");
        assertThat(ids(api.get(ALL, "page_tab_id", quiz).mustBe(200).body())).containsExactly(first);
        JsonNode feed = api.get(ALL).mustBe(200).body();
        assertThat(ids(feed)).containsExactly(text, first);
        assertThat(feed.at("/data/0/page_tab_id").isNull()).isTrue();
        assertThat(feed.at("/data/1/campaign_title").asString()).isEqualTo("Quiz");
        assertThat(counts(STATS)).containsExactly("Quiz/null=2");
        api.get("/api/v1/apps/" + quiz + "/simple_activities").mustBe(404);
    }

    @Test
    void a_repeat_is_answered_alike_by_whichever_process_and_is_no_further_activity() throws Exception {
        Api.Answer first = null;
        for (int i = 0; i < 8; i++) {
            Api.Answer answer = api.with("Idempotency-Key", "door-1")
                    .post(ALL, "email", "ada@fans.example", "campaign_title", "Doors")
                    .mustBe(200);
            first = first == null ? answer : first;
            assertThat(answer.text()).isEqualTo(first.text());
            assertThat(answer.header("Encore-Position")).isEqualTo(first.header("Encore-Position"));
        }
        assertThat(first.header("Encore-Position"))
                .isEqualTo(first.body().get("activity_id").asString());
        assertThat(api.get(ALL).mustBe(200).body().get("data")).hasSize(1);
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            calls.add(() -> api.with("Idempotency-Key", "door-2")
                    .post(ALL, "email", "bob@fans.example", "campaign_title", "Doors")
                    .text());
        }
        assertThat(new HashSet<>(together(calls))).hasSize(1);
        assertThat(api.get(ALL).mustBe(200).body().get("data")).hasSize(2);
    }

    @Test
    void one_new_email_sent_64_times_is_one_fan_with_64_activities() throws Exception {
        campaign("Quiz", "signup");
        List<Callable<String>> calls = new ArrayList<>();
        for (int i = 0; i < 64; i++) {
            calls.add(() -> api.post(ALL, "email", "new@fans.example", "campaign_title", "Quiz")
                    .mustBe(200)
                    .body()
                    .get("fan_id")
                    .asString());
        }
        Set<String> fans = new HashSet<>(together(calls));
        assertThat(fans).hasSize(1);
        assertThat(ids(api.get(ALL, "limit", 500).mustBe(200).body())).hasSize(64);
        assertThat(counts(STATS)).containsExactly("Quiz/null=64");
    }

    @Test
    void an_award_names_what_the_fan_did() {
        long ada = api.fan("ada@fans.example");
        long bob = api.fan("bob@fans.example");
        String discs = api.pointType("discs");
        long activity = record(ada, "Doors");
        JsonNode refused = award(bob, discs, activity).mustBe(400).body();
        assertThat(refused.at("/errors/0/field").asString()).isEqualTo("activity_id");
        award(ada, discs, activity + 1_000_000).mustBe(400);
        award(encore().newAccount().fan("eve@fans.example"), discs, activity).mustBe(400);
        award(ada, discs, activity).mustBe(200);
        String today = LocalDate.now(ZoneOffset.UTC).toString();
        JsonNode points = api.get(
                        "/api/v1/ent/fan_points", "start_date", "2026-01-01", "end_date", today, "fan_id", ada)
                .mustBe(200)
                .body();
        assertThat(points.at("/0/activity_id").asLong()).isEqualTo(activity);
    }

    @Test
    void an_activity_is_no_change_of_the_fan() {
        long ada = api.fan("ada@fans.example");
        JsonNode before = api.get("/api/v1/crm/fan_updates").mustBe(200).body();
        String key = before.at("/meta/max_fan_time_key").asString();
        record(ada, "Doors");
        assertThat(api.get("/api/v1/crm/fan_updates", "min_time_key", key)
                        .mustBe(200)
                        .body()
                        .get("data"))
                .isEmpty();
    }

    @Test
    void nothing_is_recorded_of_what_is_refused() {
        long ada = api.fan("ada@fans.example");
        api.post(of(ada)).mustBe(400);
        api.post(of(ada), "campaign_title", "  ").mustBe(400);
        api.post(of(ada + 1), "campaign_title", "Doors").mustBe(404);
        api.post(of(encore().newAccount().fan("eve@fans.example")), "campaign_title", "Doors")
                .mustBe(404);
        api.post(ALL, "email", "none", "campaign_title", "Doors").mustBe(400);
        api.get(ALL, "limit", 501).mustBe(400);
        api.get(of(ada + 1)).mustBe(404);
        api.get("/api/v1/apps/1/simple_activities").mustBe(404);
        JsonNode feed = api.get(ALL).mustBe(200).body();
        assertThat(feed.toString())
                .isEqualTo(
                        "{\"meta\":{\"order\":\"desc\",\"min_activity_id\":null,\"max_activity_id\":null},\"data\":[]}");
    }

    @Test
    void a_feed_that_is_led_on_by_its_ids_misses_nothing() throws Exception {
        FollowedFeed.missesNothing(api);
    }

    /** What one segment has ahead of the other is withheld until both have it; so it is with get_updates. */
    @Test
    void neither_does_one_where_projections_have_two_segments(@TempDir Path data) throws Exception {
        try (RunningEncore encore = RunningEncore.on(data, Map.of("encore.segments", 2))) {
            if (arrangement != Arrangement.PROCESSES) {
                assertThat(encore.bean(Partitioning.class)).isEqualTo(new Partitioning(2));
            }
            FollowedFeed.missesNothing(encore.newAccount());
            FollowedUpdates.missNothing(encore.newAccount());
        }
    }

    private static String of(long fan) {
        return FANS + fan + "/activities";
    }

    private long record(long fan, String title, Object... fields) {
        List<Object> form = new ArrayList<>(List.of("campaign_title", title));
        form.addAll(List.of(fields));
        return api.post(of(fan), form.toArray())
                .mustBe(200)
                .body()
                .get("activity_id")
                .asLong();
    }

    private Api.Answer award(long fan, String points, long activity) {
        return api.post(
                "/api/v1/ent/fan_points",
                "fan_id",
                fan,
                "point_uid",
                points,
                "point_count",
                5,
                "activity_id",
                activity);
    }

    private long campaign(String name, String appType) {
        return api.post(APPS, "name", name, "app_type", appType)
                .mustBe(200)
                .body()
                .get("page_tab_id")
                .asLong();
    }

    private static List<Long> ids(JsonNode feed) {
        return feed.get("data")
                .valueStream()
                .map(row -> row.get("activity_id").asLong())
                .toList();
    }

    private List<String> counts(String path, Object... query) {
        return api.get(path, query)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("campaign_title").asString() + "/"
                        + (row.get("property_name").isNull()
                                ? "null"
                                : row.get("property_name").asString()) + "="
                        + row.get("counter").asLong())
                .toList();
    }
}
