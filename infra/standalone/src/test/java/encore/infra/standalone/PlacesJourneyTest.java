package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** A promoter enters venues, and plans what is on there. */
class PlacesJourneyTest extends Journey {

    private static final String VENUES = "/api/v1/manage/venues";
    private static final String SHOWS = "/api/v1/ent/performances";
    private static final List<String> PLACE =
            List.of("venue_name", "display_venue_name", "city", "province", "country_code", "metro_area");

    @Test
    void a_venue_is_entered_changed_and_removed() {
        JsonNode hall = api.post(
                        VENUES,
                        "venue_name",
                        "Hall",
                        "display_venue_name",
                        "<b>Hall</b> &amp; more",
                        "country_code",
                        "Austria",
                        "timezone",
                        "Europe/Vienna")
                .mustBe(200)
                .body();
        assertThat(hall.get("display_venue_name").asString()).isEqualTo("<b>Hall</b> &amp; more");
        assertThat(hall.get("country_code").asString()).isEqualTo("AT");
        String one = VENUES + "/" + hall.get("venue_uid").asString();
        assertThat(api.get(one).mustBe(200).body()).isEqualTo(hall);

        JsonNode changed = api.postJson(one, "{\"city\": \"Wien\", \"timezone\": null}")
                .mustBe(200)
                .body();
        assertThat(changed.get("city").asString()).isEqualTo("Wien");
        assertThat(changed.get("timezone").isNull()).isTrue();
        refused(api.post(one, "venue_name", ""), "venue_name");
        refused(api.post(one, "timezone", "Europe/Nowhere"), "timezone");
        venue("Club");
        assertThat(api.get(VENUES)
                        .mustBe(200)
                        .body()
                        .valueStream()
                        .map(row -> row.get("venue_name").asString()))
                .containsExactly("Hall", "Club");
        Api stranger = encore().newAccount();
        stranger.get(one).mustBe(404);
        stranger.post(one, "city", "Graz").mustBe(404);
        stranger.delete(one).mustBe(404);

        assertThat(api.delete(one).mustBe(200).text()).isEqualTo("true");
        api.get(one).mustBe(404);
        api.post(one, "city", "Graz").mustBe(404);
        api.delete(one).mustBe(404);
        assertThat(api.get(VENUES).mustBe(200).body()).hasSize(1);
    }

    @Test
    void a_performance_takes_place_where_its_venue_is_now() {
        String hall = venue("Hall");
        String show = show("venue_uid", hall);
        assertThat(read(show).get("venue_name").asString()).isEqualTo("Hall");
        api.post(VENUES + "/" + hall, "venue_name", "Dome", "metro_area", "Vienna", "display_venue_name", "<i>D</i>")
                .mustBe(200);
        JsonNode moved = read(show);
        assertThat(moved.get("venue_name").asString()).isEqualTo("Dome");
        assertThat(moved.get("metro_area").asString()).isEqualTo("Vienna");
        assertThat(moved.get("display_venue_name").asString()).isEqualTo("<i>D</i>");
        assertThat(api.get(SHOWS).mustBe(200).body().get(0)).isEqualTo(moved);

        api.delete(VENUES + "/" + hall).mustBe(200);
        JsonNode nowhere = read(show);
        assertThat(PLACE)
                .allSatisfy(field -> assertThat(nowhere.get(field).isNull()).isTrue());
        assertThat(nowhere.get("venue_uid").asString()).isEqualTo(hall);
        refused(api.post(SHOWS + "/" + show, "venue_uid", hall), "venue_uid");
        refused(
                api.post(SHOWS, "performance_name", "B", "performance_date", "2026-05-02", "venue_uid", hall),
                "venue_uid");
        api.post(SHOWS + "/" + show, "venue_uid", "").mustBe(200);
        assertThat(read(show).get("venue_uid").isNull()).isTrue();
    }

    @Test
    void a_performance_is_a_draft_first_and_an_update_says_only_what_is_new() throws Exception {
        String show = show("artist_name", "Bo", "additional_artist_names", "Cy", "additional_artist_names", "Di");
        JsonNode draft = read(show);
        assertThat(draft.get("status").asString()).isEqualTo("draft");
        assertThat(draft.get("additional_artist_names")).hasToString("[\"Cy\",\"Di\"]");
        assertThat(draft.get("connected_ticket_events")).hasToString("[]");

        Answer answer =
                api.post(SHOWS + "/" + show, "status", "ready", "notes", "late").mustBe(200);
        assertThat(answer.text()).isEqualTo("{\"performance_uid\":\"" + show + "\"}");
        JsonNode ready = read(show);
        assertThat(ready.get("status").asString()).isEqualTo("ready");
        assertThat(ready.get("artist_name").asString()).isEqualTo("Bo");
        api.post(SHOWS + "/" + show, "status", "ready").mustBe(200);
        nothingIsRecordedSince(positionOf(answer));

        api.postJson(SHOWS + "/" + show, "{\"notes\": null, \"additional_artist_names\": [], \"status\": \"\"}")
                .mustBe(200);
        JsonNode bare = read(show);
        assertThat(bare.get("notes").isNull()).isTrue();
        assertThat(bare.get("additional_artist_names")).isEmpty();
        assertThat(bare.get("status").asString()).isEqualTo("draft");
        assertThat(bare.get("creation_timestamp")).isEqualTo(draft.get("creation_timestamp"));
        refused(api.post(SHOWS + "/" + show, "performance_name", ""), "performance_name");
        refused(api.post(SHOWS + "/" + show, "performance_date", ""), "performance_date");
        refused(api.post(SHOWS + "/" + show, "additional_artist_names", "x".repeat(257)), "additional_artist_names");
        refused(api.post(SHOWS + "/" + show, "artist_name", "x".repeat(256)), "artist_name");
    }

    @Test
    void a_performance_stays_with_its_business_and_names_nothing_that_is_not_there() {
        long rovers = api.business("Rovers");
        long city = api.business("City");
        String show = show("business_id", rovers);
        String one = SHOWS + "/" + show;
        refused(api.post(one, "business_id", city), "business_id");
        refused(api.post(one, "business_id", ""), "business_id");
        api.delete("/api/v1/manage/businesses/" + rovers).mustBe(200);
        api.post(one, "business_id", rovers, "promoter", "P").mustBe(200);
        assertThat(read(show).get("promoter").asString()).isEqualTo("P");
        assertThat(read(show).get("business_id").asLong()).isEqualTo(rovers);
        String[] named = {"business_id", "venue_uid", "referral_page_tab_id"};
        Object[] nothing = {rovers, "0192f3c1-0000-7000-8000-000000000001", 5};
        for (int i = 0; i < named.length; i++) {
            refused(
                    api.post(SHOWS, "performance_name", "A", "performance_date", "2026-05-02", named[i], nothing[i]),
                    named[i]);
        }
        assertThat(api.get(SHOWS).mustBe(200).body()).hasSize(1);
    }

    @Test
    void an_artist_is_valid_as_long_as_an_idol_is_called_so() {
        String show = show("artist_name", "THE BANDS");
        assertThat(read(show).get("is_valid_idol").asBoolean()).isFalse();
        api.post("/api/v1/idols", "idol_name", "The Bands").mustBe(200);
        assertThat(read(show).get("is_valid_idol").asBoolean()).isTrue();
        assertThat(api.get(SHOWS).mustBe(200).body().get(0).get("is_valid_idol").asBoolean())
                .isTrue();
        api.post(SHOWS + "/" + show, "artist_name", "").mustBe(200);
        assertThat(read(show).get("is_valid_idol").asBoolean()).isFalse();
    }

    @Test
    void a_page_adds_with_the_key_alone_and_a_server_changes_pictures_and_removes() {
        Api page = new Api(
                api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))));
        String show = page.post(SHOWS, "performance_name", "Gala", "performance_date", "2026-05-01")
                .mustBe(200)
                .body()
                .get("performance_uid")
                .asString();
        page.get(SHOWS + "/" + show).mustBe(200);
        page.post(SHOWS + "/" + show, "notes", "mine").mustBe(401);
        page.delete(SHOWS + "/" + show).mustBe(401);

        String picture = api.upload("/api/v1/manage/media", MediaJourneyTest.picture(20, 20, "png"))
                .mustBe(200)
                .body()
                .get("media_uid")
                .asString();
        String managed = "/api/v1/manage/performances/" + show;
        api.post(managed, "media_uid", picture).mustBe(200);
        assertThat(read(show).get("media_uid").asString()).isEqualTo(picture);
        api.post(managed, "media_uid", "").mustBe(200);
        assertThat(api.get(managed).mustBe(200).body().get("media_uid").isNull())
                .isTrue();

        Api stranger = encore().newAccount();
        stranger.get(SHOWS + "/" + show).mustBe(404);
        stranger.post(SHOWS + "/" + show, "notes", "mine").mustBe(404);
        stranger.post(managed, "media_uid", picture).mustBe(404);
        stranger.delete(SHOWS + "/" + show).mustBe(404);
        assertThat(api.delete(SHOWS + "/" + show).mustBe(200).text()).isEqualTo("true");
        api.get(SHOWS + "/" + show).mustBe(404);
        api.post(SHOWS + "/" + show, "notes", "gone").mustBe(404);
        api.post(managed, "media_uid", picture).mustBe(404);
        api.delete(SHOWS + "/" + show).mustBe(404);
        assertThat(api.get(SHOWS).mustBe(200).text()).isEqualTo("[]");
    }

    private String venue(String name) {
        return api.post(VENUES, "venue_name", name)
                .mustBe(200)
                .body()
                .get("venue_uid")
                .asString();
    }

    private String show(Object... more) {
        Object[] form = new Object[more.length + 4];
        System.arraycopy(new Object[] {"performance_name", "Gala", "performance_date", "2026-05-01"}, 0, form, 0, 4);
        System.arraycopy(more, 0, form, 4, more.length);
        return api.post(SHOWS, form).mustBe(200).body().get("performance_uid").asString();
    }

    private JsonNode read(String show) {
        return api.get(SHOWS + "/" + show).mustBe(200).body();
    }

    private static void refused(Answer answer, String field) {
        assertThat(answer.mustBe(400).body().at("/errors/0/field").asString()).isEqualTo(field);
    }
}
