package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Things of all kinds are found by their names, and named by their ids, in one call each. */
class NamesJourneyTest extends Journey {

    private static final String FOUND = "/api/v1/manage/found";
    private static final String NAMES = "/api/v1/manage/names";

    @Test
    void each_kind_of_thing_is_found_and_named() {
        List<String> expected = new ArrayList<>();
        for (SearchedLists.SearchedList list : SearchedLists.of(api)) {
            String kind = list.path().substring(list.path().lastIndexOf('/') + 1);
            String name = "Gála of " + kind;
            list.adding().add(api, name);
            String id = api.get(list.path(), "q", "gala of " + kind.replace('_', ' '))
                    .mustBe(200)
                    .body()
                    .at("/data/0/" + list.id())
                    .asString();
            String told = kind + " " + id + " " + name;
            expected.add(told);
            assertThat(rows(api.get(NAMES, list.id(), id).mustBe(200).body().get("things")))
                    .as(kind)
                    .containsExactly(told);
            assertThat(api.get(FOUND, "q", "GALA", "kinds", kind).mustBe(200).body())
                    .hasSize(1);
        }
        assertThat(expected).hasSizeGreaterThan(12);
        assertThat(rows(api.get(FOUND, "q", "gala of").mustBe(200).body()))
                .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(encore().newAccount().get(FOUND, "q", "gala").mustBe(200).body())
                .isEmpty();
    }

    @Test
    void names_follow_changes_and_are_never_those_of_another_account() {
        String venue = api.made("/api/v1/manage/venues", "venue_uid", "venue_name", "Arena");
        String points = api.pointType("applause");
        long fan = api.fan("ada@fans.example");
        api.post("/api/v1/crm/fans/" + fan, "first_name", "Ada", "last_name", "Lovelace")
                .mustBe(200);
        api.post("/api/v1/manage/venues/" + venue, "venue_name", "Hall").mustBe(200);
        Object[] ids = {"venue_uid", venue, "point_uid", points, "fan_id", fan};
        JsonNode told = api.get(NAMES, ids).mustBe(200).body();
        assertThat(rows(told.get("things")))
                .containsExactlyInAnyOrder("venues " + venue + " Hall", "points " + points + " applause");
        assertThat(told.at("/fans/0/name").asString()).isEqualTo("Ada Lovelace");
        JsonNode others = encore().newAccount().get(NAMES, ids).mustBe(200).body();
        assertThat(others.get("things")).isEmpty();
        assertThat(others.get("fans")).isEmpty();

        JsonNode seen = ConsolePerson.invited(api, sent(), "moderator")
                .signedIn()
                .get(NAMES, ids)
                .mustBe(200)
                .body();
        assertThat(seen.get("things")).isEmpty();
        assertThat(seen.at("/fans/0/name").asString()).isEqualTo("A. L.");

        api.delete("/api/v1/manage/venues/" + venue).mustBe(200);
        assertThat(api.get(NAMES, "venue_uid", venue).mustBe(200).body().get("things"))
                .isEmpty();
    }

    @Test
    void things_that_went_with_their_business_are_not_found() {
        long business = api.business("Gone");
        api.made(
                "/api/v1/ent/businesses/" + business + "/quests",
                "page_tab_id",
                "quest_title",
                "Encore",
                "quest_type",
                "custom");
        assertThat(api.get(FOUND, "q", "encore").mustBe(200).body()).hasSize(1);
        api.delete("/api/v1/manage/businesses/" + business).mustBe(200);
        assertThat(api.get(FOUND, "q", "encore").mustBe(200).body()).isEmpty();
    }

    @Test
    void the_sales_of_several_ticket_events_are_counted_in_one_call() {
        String first = sell("first", "ada@fans.example", "2026-01-01");
        String second = sell("second", "ada@fans.example", "2026-02-01");
        JsonNode sales = api.get(
                        "/api/v1/manage/ticket_events/sales",
                        "event_uid",
                        second,
                        "event_uid",
                        first,
                        "event_uid",
                        "none")
                .mustBe(200)
                .body();
        assertThat(sales).hasSize(3);
        assertThat(sales.get(0).toString())
                .isEqualTo("{\"event_uid\":\"" + second + "\",\"returning_fans_count\":1,\"new_fans_count\":0,"
                        + "\"sales_count\":1,\"seats_count\":2,\"revenue\":20}");
        assertThat(sales.at("/1/new_fans_count").asInt()).isEqualTo(1);
        assertThat(sales.at("/2/sales_count").asInt()).isZero();
        assertThat(encore().newAccount()
                        .get("/api/v1/manage/ticket_events/sales", "event_uid", first)
                        .mustBe(200)
                        .body()
                        .at("/0/sales_count")
                        .asInt())
                .isZero();
        assertThat(api.get("/api/v1/manage/ticket_events/sales")
                        .mustBe(400)
                        .body()
                        .at("/errors/0/field")
                        .asString())
                .isEqualTo("event_uid");
    }

    private String sell(String event, String email, String day) {
        api.ticket(event, email, day);
        return api.get("/api/v1/manage/ticket_events", "q", event)
                .mustBe(200)
                .body()
                .at("/data/0/event_uid")
                .asString();
    }

    private static List<String> rows(JsonNode things) {
        return things.valueStream()
                .map(row -> row.get("kind").asString() + " " + row.get("id").asString() + " "
                        + row.get("name").asString())
                .toList();
    }
}
