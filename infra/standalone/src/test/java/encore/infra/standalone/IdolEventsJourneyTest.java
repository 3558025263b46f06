package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** When and where idols can be met, and which fans save that and go. */
class IdolEventsJourneyTest extends Journey {

    private static final String MANAGED = "/api/v1/manage/idol_events";
    private static final String EVENTS = "/api/v1/idols/events";

    private String ada = "";
    private String hall = "";
    private String gig = "";

    @BeforeEach
    void an_idol_plays_in_a_hall() {
        ada = idol("Ada", "pop");
        hall = api.post("/api/v1/manage/venues", "venue_name", "The Hall", "city", "Wien", "timezone", "Europe/Vienna")
                .mustBe(200)
                .body()
                .get("venue_uid")
                .asString();
        gig = api.post("/api/v1/ent/performances", "performance_name", "Gig", "performance_date", "2026-06-15")
                .mustBe(200)
                .body()
                .get("performance_uid")
                .asString();
    }

    @Test
    void a_show_after_midnight_belongs_to_the_evening_before() {
        JsonNode added = add(
                "idol_uid",
                ada,
                "start_date",
                "2026-06-15",
                "start_time",
                "00:30",
                "venue_uid",
                hall,
                "performance_uid",
                gig,
                "show_on_previous_day",
                true,
                "label_name",
                "tour");
        assertThat(added.get("timezone").isNull()).isTrue();
        JsonNode show = found("display_date", "2026-06-14").get(0);
        assertThat(show.get("idol_event_uid")).isEqualTo(added.get("idol_event_uid"));
        // 2026-06-14T22:30:00Z
        assertThat(show.get("start_timestamp").asLong()).isEqualTo(1_781_476_200);
        assertThat(show.get("display_date").asString()).isEqualTo("2026-06-14");
        assertThat(show.get("start_date").asString()).isEqualTo("2026-06-15");
        assertThat(show.get("start_time").asString()).isEqualTo("00:30:00");
        assertThat(show.get("idol_name").asString()).isEqualTo("Ada");
        assertThat(show.get("venue_name").asString()).isEqualTo("The Hall");
        assertThat(show.get("performance_name").asString()).isEqualTo("Gig");
        assertThat(show.get("is_available").asBoolean()).isTrue();
        assertThat(show.has("venue_uid")).isFalse();
        assertThat(found("display_date", "2026-06-15")).isEmpty();
        assertThat(found("start_date", "2026-06-15", "end_date", "2026-06-15")).hasSize(1);
        for (String other : List.of("start_date", "end_date")) {
            blamed("display_date", EVENTS, "display_date", "2026-06-14", other, "2026-06-14");
        }
    }

    @Test
    void names_and_clocks_are_those_of_now() {
        String show = uid(add("idol_uid", ada, "start_date", "2026-06-15", "start_time", "20:00", "venue_uid", hall));
        String later = uid(add("idol_uid", ada, "start_date", "2026-06-15", "start_time", "19:00"));
        assertThat(uids()).containsExactly(show, later);
        api.post("/api/v1/manage/venues/" + hall, "venue_name", "New Hall", "timezone", "America/New_York")
                .mustBe(200);
        api.post("/api/v1/idols", "idol_name", "ADA").mustBe(200);
        assertThat(uids()).containsExactly(later, show);
        JsonNode now = api.get(MANAGED + "/" + show).mustBe(200).body();
        assertThat(now.get("venue_name").asString()).isEqualTo("New Hall");
        assertThat(now.get("idol_name").asString()).isEqualTo("ADA");
        assertThat(now.get("start_timestamp").asLong()).isEqualTo(1_781_568_000);
    }

    @Test
    void a_day_with_a_repeated_hour_ends_with_the_last_of_its_seconds() {
        JsonNode cairo =
                add("idol_uid", ada, "start_date", "2027-10-28", "end_date", "2027-10-28", "timezone", "Africa/Cairo");
        assertThat(cairo.get("start_timestamp").asLong()).isEqualTo(1_824_670_800);
        assertThat(cairo.get("end_timestamp").asLong()).isEqualTo(1_824_760_799);
        JsonNode santiago = add(
                "idol_uid", ada, "start_date", "2027-04-03", "end_date", "2027-04-03", "timezone", "America/Santiago");
        assertThat(santiago.get("end_timestamp").asLong()).isEqualTo(1_806_811_199);
    }

    @Test
    void words_of_the_idol_or_the_venue_find_it() {
        String bea = idol("Bea of the Hills", "rock");
        String inHall = uid(add("idol_uid", bea, "start_date", "2026-06-16", "venue_uid", hall));
        String nowhere = uid(add("idol_uid", ada, "start_date", "2026-06-15", "label_name", "tour"));
        assertThat(uids("q", "ada")).containsExactly(nowhere);
        assertThat(uids("q", "h")).containsExactly(inHall);
        assertThat(uids("q", "hil")).containsExactly(inHall);
        assertThat(uids("q", "nobody")).isEmpty();
        assertThat(uids("venue_name", "The Hall")).containsExactly(inHall);
        assertThat(uids("venue_name", "the hall")).isEmpty();
        assertThat(uids("label_name", "tour", "idol_uid", ada)).containsExactly(nowhere);
        blamed("idol_uid", EVENTS, "idol_uid", "nobody");
        blamed("performance_uid", EVENTS, "performance_uid", "nothing");
    }

    @Test
    void an_entered_event_is_corrected_cleared_and_removed() {
        JsonNode show = api.postJson(
                        MANAGED,
                        "{\"idol_uid\":\"" + ada + "\",\"start_date\":\"2026-06-15\",\"end_date\":\"2026-06-16\","
                                + "\"timezone\":\"Asia/Tokyo\",\"event_name\":\"Fair\",\"is_available\":false}")
                .mustBe(200)
                .body();
        String one = MANAGED + "/" + uid(show);
        // 2026-06-14T15:00:00Z to 2026-06-16T14:59:59Z
        assertThat(show.get("start_timestamp").asLong()).isEqualTo(1_781_449_200);
        assertThat(show.get("end_timestamp").asLong()).isEqualTo(1_781_621_999);
        JsonNode changed = api.post(one, "event_name", "", "timezone", "", "start_time", "10:00", "end_date", "")
                .mustBe(200)
                .body();
        assertThat(changed.get("event_name").isNull()).isTrue();
        assertThat(changed.get("end_timestamp").isNull()).isTrue();
        assertThat(changed.get("start_timestamp").asLong()).isEqualTo(1_781_517_600);
        assertThat(changed.get("is_available").asBoolean()).isFalse();

        refused(one, "end_date", "end_date", "2026-06-14");
        refused(one, "start_date", "start_date", "");
        refused(one, "timezone", "timezone", "Mars/Base");
        refused(one, "venue_uid", "venue_uid", "nowhere");
        refused(MANAGED, "start_date", "idol_uid", ada);
        refused(MANAGED, "idol_uid", "start_date", "2026-06-15");
        assertThat(api.delete(one).mustBe(200).text()).isEqualTo("true");
        api.get(one).mustBe(404);
        api.post(one, "event_name", "Fair").mustBe(404);
        api.delete(one).mustBe(404);
        assertThat(uids()).isEmpty();
    }

    @Test
    void a_fan_saves_and_goes_and_drops() {
        long jo = api.fan("jo@fans.example");
        String show = uid(add("idol_uid", ada, "start_date", "2026-06-15", "performance_uid", gig));
        String fans = "/api/v1/ent/fans/" + jo;
        JsonNode saved = api.post(fans + "/idols/events", "idol_event_uid", show)
                .mustBe(200)
                .body();
        assertThat(saved.toString())
                .isEqualTo("{\"fan_id\":" + jo + ",\"idol_event_uid\":\"" + show + "\",\"states\":[\"saved\"]}");
        api.postJson(
                        fans + "/performances",
                        "{\"performance_uid\":\"" + gig + "\",\"states\":[\"registered\",\"going\",\"going\"]}")
                .mustBe(200);
        assertThat(api.post(fans + "/performances", "performance_uid", gig)
                        .mustBe(200)
                        .body()
                        .get("states")
                        .toString())
                .isEqualTo("[\"going\",\"registered\"]");
        refused(
                fans + "/idols/events",
                "states",
                "idol_event_uid",
                show,
                "states",
                "saved",
                "states",
                "going",
                "states",
                "verified",
                "states",
                "attended",
                "states",
                "collected");
        refused(fans + "/idols/events", "states", "idol_event_uid", show, "states", "registered");
        assertThat(saved(jo)).containsExactly(List.of(show), List.of(gig));
        assertThat(saved(jo, "idol_uid", ada)).containsExactly(List.of(show), List.of(gig));
        assertThat(saved(jo, "idol_label_name", "rock")).containsExactly(List.of(), List.of());

        api.delete(fans + "/performances", "performance_uid", gig).mustBe(400);
        api.post(fans + "/performances", "performance_uid", gig, "states", "saved")
                .mustBe(200);
        api.delete("/api/v1/ent/performances/" + gig).mustBe(200);
        assertThat(saved(jo)).containsExactly(List.of(show), List.of());
        refused(fans + "/performances", "performance_uid", "performance_uid", gig);
        for (int i = 0; i < 2; i++) {
            assertThat(api.delete(fans + "/performances", "performance_uid", gig)
                            .mustBe(200)
                            .text())
                    .isEqualTo("true");
        }
        api.delete(MANAGED + "/" + show).mustBe(200);
        assertThat(saved(jo)).containsExactly(List.of(), List.of());
        api.post("/api/v1/ent/fans/1/performances", "performance_uid", gig).mustBe(404);
        api.get("/api/v1/ent/fans/1/events").mustBe(404);
    }

    @Test
    void events_that_a_fan_saves_are_part_of_its_export_and_go_with_it() {
        long jo = api.fan("jo@fans.example");
        String fans = "/api/v1/ent/fans/" + jo;
        api.post(fans + "/performances", "performance_uid", gig).mustBe(200);
        assertThat(exported(jo).get("associations.json")).contains(gig).contains("saved");
        api.delete("/api/v1/crm/fans/" + jo).mustBe(200);
        api.get(fans + "/events").mustBe(404);
        api.post(fans + "/performances", "performance_uid", gig).mustBe(404);
        api.delete(fans + "/performances", "performance_uid", gig).mustBe(404);
    }

    private Map<String, String> exported(long fan) {
        var request = HttpRequest.newBuilder(URI.create(api.url() + "/api/v1/manage/audit/fans/" + fan + "/export"));
        api.headers().forEach(request::header);
        Map<String, String> files = new HashMap<>();
        try (var zip = new ZipInputStream(new ByteArrayInputStream(HttpClient.newHttpClient()
                .send(request.build(), BodyHandlers.ofByteArray())
                .body()))) {
            for (var entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                files.put(entry.getName(), new String(zip.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return files;
    }

    private List<List<String>> saved(long fan, Object... query) {
        JsonNode events = api.get("/api/v1/ent/fans/" + fan + "/events", query)
                .mustBe(200)
                .body();
        return List.of(
                texts(events.get("idol_events"), "idol_event_uid"),
                texts(events.get("performances"), "performance_uid"));
    }

    private static List<String> texts(JsonNode rows, String field) {
        return rows.valueStream().map(row -> row.get(field).asString()).toList();
    }

    private String idol(String name, String label) {
        return api.post("/api/v1/idols", "idol_name", name, "label_names", label)
                .mustBe(200)
                .body()
                .get("idol_uid")
                .asString();
    }

    private JsonNode add(Object... form) {
        return api.post(MANAGED, form).mustBe(200).body();
    }

    private static String uid(JsonNode event) {
        return event.get("idol_event_uid").asString();
    }

    private JsonNode found(Object... query) {
        return api.get(EVENTS, query).mustBe(200).body();
    }

    private List<String> uids(Object... query) {
        return found(query).valueStream().map(IdolEventsJourneyTest::uid).toList();
    }

    private void blamed(String field, String path, Object... query) {
        assertThat(api.get(path, query).mustBe(400).body().at("/errors/0/field").asString())
                .isEqualTo(field);
    }

    private void refused(String path, String field, Object... form) {
        assertThat(api.post(path, form).mustBe(400).body().at("/errors/0/field").asString())
                .isEqualTo(field);
    }
}
