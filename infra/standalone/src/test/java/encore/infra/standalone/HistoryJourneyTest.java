package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Staff looks at who changed a thing, and at what it was before. */
class HistoryJourneyTest extends Journey {

    private static final String HISTORY = "/api/v1/manage/history";

    @Test
    void a_thing_has_its_changes_newest_first_with_the_values_before_and_after() {
        String uid = api.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Arena", "city", "Oslo");
        String path = "/api/v1/manage/venues/" + uid;
        api.post(path, "city", "Bergen", "metro_area", "West").mustBe(200);
        api.post(path, "metro_area", "").mustBe(200);
        String stream = "venue." + account() + "." + uid;

        List<JsonNode> rows = rows(stream);
        assertThat(rows)
                .extracting(row -> row.get("event").asString())
                .containsExactly("venue_changed", "venue_changed", "venue_added");
        assertThat(rows.getFirst().get("actor").asString())
                .isEqualTo("key:" + api.headers().get("Api-Key"));
        assertThat(rows.getFirst().get("actor_label").asString()).isNotBlank();
        assertThat(rows.getFirst().get("at").asLong()).isPositive();
        assertThat(changes(rows.get(0))).containsExactly("metro_area: West -> null");
        assertThat(changes(rows.get(1))).containsExactlyInAnyOrder("city: Oslo -> Bergen", "metro_area: null -> West");
        assertThat(changes(rows.get(2))).contains("venue_name: null -> Arena", "city: null -> Oslo");

        List<String> paged = new ArrayList<>();
        JsonNode page =
                api.get(HISTORY, "stream", stream, "limit", 1).mustBe(200).body();
        paged.addAll(changes(page.at("/data/0")));
        while (page.at("/meta").has("next_change_key")) {
            page = api.get(
                            HISTORY,
                            "stream",
                            stream,
                            "limit",
                            1,
                            "next_change_key",
                            page.at("/meta/next_change_key").asString())
                    .mustBe(200)
                    .body();
            paged.addAll(changes(page.at("/data/0")));
        }
        assertThat(paged)
                .isEqualTo(rows.stream().flatMap(row -> changes(row).stream()).toList());
    }

    @Test
    void an_item_of_a_list_has_a_history_of_its_own() {
        for (String network : List.of("songfan", "ticketfan")) {
            api.post("/api/v1/manage/networks", "network", network, "description", "First " + network)
                    .mustBe(200);
        }
        api.post("/api/v1/manage/networks/songfan", "description", "Second").mustBe(200);
        api.delete("/api/v1/manage/networks/ticketfan").mustBe(200);
        String stream = "networks." + account();
        assertThat(rows(stream, "item", "songfan"))
                .extracting(HistoryJourneyTest::changes)
                .satisfiesExactly(
                        last -> assertThat(last).containsExactly("description: First songfan -> Second"),
                        first -> assertThat(first).contains("description: null -> First songfan"));
        assertThat(changes(rows(stream, "item", "ticketfan").getFirst()))
                .contains("description: First ticketfan -> null");
        assertThat(rows(stream)).hasSize(4);
    }

    @Test
    void a_fan_is_shown_as_the_role_may_see_it_and_an_erased_one_as_erased() {
        String email = "ada." + UUID.randomUUID() + "@fans.example";
        long fan = api.fan(email);
        api.post("/api/v1/crm/fans/" + fan, "first_name", "Ada").mustBe(200);
        String stream = "fan." + account() + "." + fan;
        assertThat(rows(stream).stream().flatMap(row -> changes(row).stream()))
                .contains("first_name: null -> Ada", "email: null -> " + email);

        Api viewer = ConsolePerson.invited(api, sent(), "viewer").signedIn();
        String seen = viewer.get(HISTORY, "stream", stream).mustBe(200).text();
        assertThat(seen).doesNotContain(email, "\"Ada\"").contains("\"withheld\":\"contact\"");
        assertThat(viewer.get(HISTORY, "stream", "key." + account() + ".x")
                        .mustBe(403)
                        .body()
                        .get("type")
                        .asString())
                .isEqualTo("/problems/right-missing");

        api.delete("/api/v1/crm/fans/" + fan).mustBe(200);
        String erased = api.get(HISTORY, "stream", stream).mustBe(200).text();
        assertThat(erased).doesNotContain(email, "\"Ada\"").contains("\"withheld\":\"erased\"", "fan_erased");
    }

    @Test
    void settings_that_nobody_changed_have_an_empty_history() {
        var answer = api.get(HISTORY, "stream", "account_settings." + account()).mustBe(200);
        assertThat(answer.body().get("data")).isEmpty();
        api.get(HISTORY, "stream", "venue." + account() + "." + account()).mustBe(404);
    }

    @Test
    void a_secret_is_never_shown_and_a_stream_of_another_account_is_unknown() {
        long fan = api.fan("eda@fans.example");
        api.post("/api/v1/crm/fans/" + fan, "password", "a long password of hers")
                .mustBe(200);
        assertThat(rows("fan." + account() + "." + fan))
                .anySatisfy(row -> assertThat(changes(row)).contains("password_hash: secret"));
        for (String stream : List.of("venue.1.x", "venue", "venue.", "." + account() + ".", "nothing." + account())) {
            api.get(HISTORY, "stream", stream).mustBe(404);
        }
        api.get(HISTORY).mustBe(400);
        api.get(HISTORY, "stream", "fan." + account() + "." + fan, "limit", 101).mustBe(400);
        api.get(HISTORY, "stream", "fan." + account() + "." + fan, "next_change_key", "x")
                .mustBe(400);
        assertThat(rows("fan." + account() + "." + fan, "next_change_key", "999999999"))
                .isNotEmpty();
        assertThat(rows("fan." + account() + "." + fan, "next_change_key", "0")).isEmpty();
    }

    private String account() {
        return api.get("/api/v1/manage/me").mustBe(200).body().get("account_id").asString();
    }

    private List<JsonNode> rows(String stream, Object... more) {
        Object[] query = new Object[more.length + 2];
        query[0] = "stream";
        query[1] = stream;
        System.arraycopy(more, 0, query, 2, more.length);
        return StreamSupport.stream(
                        api.get(HISTORY, query).mustBe(200).body().get("data").spliterator(), false)
                .toList();
    }

    private static List<String> changes(JsonNode row) {
        return StreamSupport.stream(row.get("changes").spliterator(), false)
                .map(change -> change.get("field").asString() + ": "
                        + (change.get("withheld").isNull()
                                ? text(change.get("before")) + " -> " + text(change.get("after"))
                                : change.get("withheld").asString()))
                .toList();
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }
}
