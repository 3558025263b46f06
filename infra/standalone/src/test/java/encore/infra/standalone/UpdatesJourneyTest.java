package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.Api.Answer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A copy of an account's performances, idols and idol events, kept by asking now and then what changed. */
class UpdatesJourneyTest extends Journey {

    private static final String UPDATES = "/api/v1/crm/get_updates";
    private static final String IDOL_EVENTS = "/api/v1/manage/idol_events";
    private static final String VENUES = "/api/v1/manage/venues";

    @Test
    void updates_show_changed_records_as_they_are_now_and_deleted_ones() {
        String hall = api.made(VENUES, "venue_uid", "venue_name", "Hall");
        String ada = idol("Ada");
        String bea = idol("Bea");
        String show = event(ada, hall);
        String gig = performance(hall);
        api.delete("/api/v1/manage/idols/" + bea).mustBe(200);
        JsonNode all = api.get(UPDATES).mustBe(200).body();
        assertThat(all.get("idols").get(0))
                .isEqualTo(api.get("/api/v1/idols/" + ada).body());
        assertThat(all.get("idols").get(1).toString()).isEqualTo("{\"idol_uid\":\"" + bea + "\",\"is_deleted\":true}");
        assertThat(all.get("idol_events").get(0))
                .isEqualTo(api.get("/api/v1/idols/events").body().get(0));
        assertThat(all.get("performances").get(0))
                .isEqualTo(api.get("/api/v1/ent/performances/" + gig).body());
        JsonNode some = api.get(UPDATES, "idols", true, "performances", false).body();
        assertThat(some.propertyNames()).containsExactly("idols");

        Answer after = afterASecond();
        assertThat(after.text()).isEqualTo("{\"performances\":[],\"idols\":[],\"idol_events\":[]}");
        api.post(VENUES + "/" + hall, "city", "Wien").mustBe(200);
        JsonNode moved = since(next(after)).body();
        assertThat(moved.get("idols")).isEmpty();
        assertThat(moved.at("/idol_events/0/idol_event_uid").asString()).isEqualTo(show);
        assertThat(moved.at("/idol_events/0/city").asString()).isEqualTo("Wien");
        assertThat(moved.at("/performances/0/performance_uid").asString()).isEqualTo(gig);
        assertThat(moved.at("/performances/0/city").asString()).isEqualTo("Wien");

        after = afterASecond();
        api.post("/api/v1/manage/idol_events/" + show, "performance_uid", gig).mustBe(200);
        String tickets = ticketsOf(gig);
        JsonNode sold = since(next(after)).body();
        assertThat(sold.at("/performances/0/connected_ticket_events/0/event_uid")
                        .asString())
                .isEqualTo(tickets);
        assertThat(sold.at("/idol_events/0/ticket_event_uid").asString()).isEqualTo(tickets);
    }

    @Test
    void a_performance_is_an_update_when_an_idol_gets_or_loses_the_name_of_its_artist() {
        String hall = api.made(VENUES, "venue_uid", "venue_name", "Hall");
        String gig = performance(hall);
        api.post("/api/v1/ent/performances/" + gig, "artist_name", "ada").mustBe(200);
        performance(hall);
        Answer after = afterASecond();
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada", "music_uid", "m1");
        assertThat(validity(after)).isEqualTo(gig + " true");

        after = afterASecond();
        api.post("/api/v1/idols", "idol_name", "Adele", "music_uid", "m1").mustBe(200);
        assertThat(validity(after)).isEqualTo(gig + " false");

        after = afterASecond();
        api.post("/api/v1/idols", "idol_name", "ADA", "music_uid", "m1").mustBe(200);
        assertThat(validity(after)).isEqualTo(gig + " true");

        after = afterASecond();
        api.delete("/api/v1/manage/idols/" + ada).mustBe(200);
        assertThat(validity(after)).isEqualTo(gig + " false");
    }

    /** Tells which performances changed, and whether the artist of each is an idol. */
    private String validity(Answer after) {
        return since(next(after))
                .body()
                .get("performances")
                .valueStream()
                .map(row -> row.get("performance_uid").asString() + " " + row.get("is_valid_idol"))
                .collect(Collectors.joining(", "));
    }

    @Test
    void a_time_is_within_an_hour() {
        long now = Instant.now().getEpochSecond();
        since(now - 3_590).mustBe(200);
        since(now + 5).mustBe(200);
        for (long wrong : List.of(now - 3_700, now + 60)) {
            assertThat(since(wrong).mustBe(400).body().at("/errors/0/field").asString())
                    .isEqualTo("last_update_time");
        }
        api.get(UPDATES, "last_update_time", Instant.now().toString()).mustBe(200);
        // An account that nothing happens in is led on as well.
        assertThat(next(api.get(UPDATES))).isBetween(now - 1_900, now + 30);
    }

    @Test
    void a_caller_that_follows_the_updates_misses_nothing_while_four_write() throws Exception {
        FollowedUpdates.missNothing(api);
    }

    /** When the second of the last change is over, and something else in the log shows so. */
    private Answer afterASecond() {
        return await().pollInterval(Duration.ofMillis(200))
                .atMost(Duration.ofSeconds(30))
                .until(
                        () -> {
                            api.pointType("p" + System.nanoTime());
                            return since(next(api.get(UPDATES)));
                        },
                        answer -> answer.body().get("idols").isEmpty()
                                && answer.body().get("idol_events").isEmpty()
                                && answer.body().get("performances").isEmpty());
    }

    private Answer since(long second) {
        return api.get(UPDATES, "last_update_time", second);
    }

    private static long next(Answer answer) {
        return Long.parseLong(String.valueOf(answer.mustBe(200).header("Encore-Update-Time")));
    }

    private String idol(String name) {
        return api.made("/api/v1/idols", "idol_uid", "idol_name", name);
    }

    private String event(String idol, String venue) {
        return api.made(
                IDOL_EVENTS, "idol_event_uid", "idol_uid", idol, "start_date", "2026-06-15", "venue_uid", venue);
    }

    private String ticketsOf(String performance) {
        String uid = api.made(
                "/api/v1/crm/tickets/events",
                "event_uid",
                "event_name",
                "Gig",
                "event_key",
                "gig",
                "event_date",
                "2026-06-15",
                "network",
                "box");
        api.post("/api/v1/manage/ticket_events/" + uid, "performance_uid", performance)
                .mustBe(200);
        return uid;
    }

    private String performance(String venue) {
        return api.made(
                "/api/v1/ent/performances",
                "performance_uid",
                "performance_name",
                "Gig",
                "performance_date",
                "2026-06-15",
                "venue_uid",
                venue);
    }
}
