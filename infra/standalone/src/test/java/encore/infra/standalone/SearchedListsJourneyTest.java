package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.SearchedLists.SearchedList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The contract of all lists of things with names: they are found by the words of these, and read page by page. */
class SearchedListsJourneyTest extends Journey {

    private static final String FIRST = "Ännual Gala";
    private static final String SECOND = "Winter gála Night";
    private static final String THIRD = "Spring Fling";

    private List<SearchedList> lists = List.of();

    @BeforeEach
    void make_what_things_need() {
        lists = SearchedLists.of(api);
    }

    private void addThree(SearchedList list) {
        list.adding().add(api, FIRST);
        list.adding().add(api, SECOND);
        list.adding().add(api, THIRD);
    }

    @Test
    void each_list_is_found_by_the_beginnings_of_the_words_of_its_names() {
        for (SearchedList list : lists) {
            addThree(list);
            assertThat(names(list, "q", "annu")).as("first word in %s", list).containsExactly(FIRST);
            assertThat(names(list, "q", "GAL")).as("second word in %s", list).containsExactlyInAnyOrder(FIRST, SECOND);
            assertThat(names(list, "q", "Gála n")).as("words in %s", list).containsExactly(SECOND);
            assertThat(names(list, "q", "fling")).as("last word in %s", list).containsExactly(THIRD);
            assertThat(names(list, "q", "ling")).as("no beginning in %s", list).isEmpty();
            assertThat(names(list, "q", "gala winter")).as("order in %s", list).isEmpty();
            assertThat(names(list, "q", "!")).as("no word in %s", list).isEmpty();
            assertThat(names(list, "q", "x".repeat(100)))
                    .as("nothing in %s", list)
                    .isEmpty();
        }
    }

    @Test
    void pages_of_each_list_are_together_the_whole() {
        for (SearchedList list : lists) {
            addThree(list);
            JsonNode whole = api.get(list.path()).mustBe(200).body();
            assertThat(whole.isArray()).as("%s without paging", list).isTrue();
            assertThat(pages(list)).as("all of %s", list).containsExactlyInAnyOrderElementsOf(names(list, whole));
            assertThat(pages(list, "q", "g"))
                    .as("found in %s", list)
                    .isEqualTo(names(list, "q", "g"))
                    .containsExactlyInAnyOrder(FIRST, SECOND);
            JsonNode page = api.get(list.path(), "limit", 500).mustBe(200).body();
            assertThat(page.get("data")).as("a long page of %s", list).hasSize(whole.size());
            assertThat(page.at("/meta/page_size").asInt()).isEqualTo(500);
            assertThat(page.at("/meta/next_key").isMissingNode()).isTrue();
        }
    }

    @Test
    void a_bound_of_each_list_is_refused_by_its_name() {
        for (SearchedList list : lists) {
            refused(list, "limit", "limit", 0);
            refused(list, "limit", "limit", 501);
            refused(list, "q", "q", "x".repeat(101));
            refused(list, "next_key", "next_key", "!");
            assertThat(api.get(list.path(), "q", "a", "next_key", "17").status())
                    .isEqualTo(400);
            assertThat(api.get(list.path(), "next_key", "Zm9v").status()).isEqualTo(400);
        }
    }

    @Test
    void a_thing_is_found_by_its_present_name_alone() {
        for (SearchedList list : lists) {
            String thing = list.adding().add(api, FIRST);
            if (list.renaming() != null) {
                list.renaming().rename(api, thing, "Ännual Ball");
                assertThat(names(list, "q", "ball")).as("renamed in %s", list).containsExactly("Ännual Ball");
                assertThat(names(list, "q", "gala")).as("before in %s", list).isEmpty();
                assertThat(names(list, "q", "ann")).as("kept in %s", list).containsExactly("Ännual Ball");
            }
            if (list.removing() != null) {
                list.removing().remove(api, thing);
                assertThat(names(list, "q", "ann")).as("removed from %s", list).isEmpty();
            }
        }
    }

    @Test
    void another_account_finds_nothing() {
        lists.forEach(this::addThree);
        Api other = encore().newAccount();
        for (SearchedList list : lists) {
            assertThat(other.get(list.path(), "q", "g").mustBe(200).body().get("data"))
                    .as("%s", list)
                    .isEmpty();
        }
    }

    @Test
    void things_of_a_removed_business_do_not_shorten_a_page() {
        long business = api.business("Gone");
        for (int i = 0; i < 5; i++) {
            quest(business, "Encore " + i);
        }
        long other = api.business("Stays");
        quest(other, "Encore 5");
        quest(other, "Encore 6");
        api.delete("/api/v1/manage/businesses/" + business).mustBe(200);
        JsonNode page = api.get("/api/v1/manage/quests", "q", "encore", "limit", 1)
                .mustBe(200)
                .body();
        assertThat(page.at("/data/0/quest_title").asString()).isEqualTo("Encore 5");
        assertThat(page.at("/meta/next_key").isString()).isTrue();
        assertThat(api.get("/api/v1/manage/quests", "q", "encore", "business_id", other)
                        .mustBe(200)
                        .body()
                        .get("data"))
                .hasSize(2);
    }

    private void quest(long business, String title) {
        api.post("/api/v1/ent/businesses/" + business + "/quests", "quest_title", title, "quest_type", "custom")
                .mustBe(200);
    }

    @Test
    void a_search_of_the_past_is_refused() {
        long business = api.business("Stays");
        refused("/api/v1/manage/rewards", "as_of", "q", "a", "as_of", "1");
        refused("/api/v1/manage/quests", "as_of", "q", "a", "business_id", business, "as_of", "1");
        refused("/api/v1/manage/quests", "as_of", "limit", 1, "business_id", business, "as_of", "1");
        api.get("/api/v1/manage/rewards", "limit", 1, "as_of", mark()).mustBe(200);
    }

    @Test
    void entries_of_a_campaign_are_read_page_by_page() {
        String entries = "/api/v1/manage/apps/" + api.campaign("Quiz", "custom") + "/entries";
        for (int i = 0; i < 3; i++) {
            api.post(entries, "fan_id", api.fan("fan" + i + "@fans.example")).mustBe(200);
        }
        JsonNode whole = api.get(entries).mustBe(200).body();
        List<JsonNode> rows = new ArrayList<>();
        JsonNode page = api.get(entries, "limit", 1).mustBe(200).body();
        while (page.at("/meta/next_key").isString()) {
            page.get("data").forEach(rows::add);
            page = api.get(
                            entries,
                            "limit",
                            1,
                            "next_key",
                            page.at("/meta/next_key").asString())
                    .mustBe(200)
                    .body();
        }
        page.get("data").forEach(rows::add);
        assertThat(rows).hasSize(3).isEqualTo(whole.valueStream().toList());
        refused(entries, "limit", "limit", 501);
    }

    @Alone(because = "it rebuilds what all accounts share")
    @Test
    void the_index_of_names_is_rebuilt_equal() {
        for (SearchedList list : lists) {
            addThree(list);
            if (list.renaming() != null) {
                list.renaming().rename(api, list.adding().add(api, "Short lived"), "Long lived");
            }
            if (list.removing() != null) {
                list.removing().remove(api, list.adding().add(api, "Lost"));
            }
        }
        new ProjectionsApi(api, encore().operator()).areRebuiltEqual(List.of("listed_names"));
    }

    private void refused(SearchedList list, String field, Object... query) {
        refused(list.path(), field, query);
    }

    private void refused(String path, String field, Object... query) {
        assertThat(api.get(path, query).mustBe(400).body().at("/errors/0/field").asString())
                .as(path)
                .isEqualTo(field);
    }

    /** Returns the names on a page. */
    private List<String> names(SearchedList list, Object... query) {
        return names(list, api.get(list.path(), query).mustBe(200).body().get("data"));
    }

    private static List<String> names(SearchedList list, JsonNode rows) {
        return rows.valueStream().map(row -> row.get(list.name()).asString()).toList();
    }

    /** Returns the names on all pages of one row. */
    private List<String> pages(SearchedList list, Object... query) {
        List<String> names = new ArrayList<>();
        String next = null;
        do {
            List<Object> parameters = new ArrayList<>(List.of(query));
            parameters.addAll(List.of("limit", 1));
            if (next != null) {
                parameters.addAll(List.of("next_key", next));
            }
            JsonNode page =
                    api.get(list.path(), parameters.toArray()).mustBe(200).body();
            assertThat(page.get("data").size()).isLessThanOrEqualTo(1);
            names.addAll(names(list, page.get("data")));
            JsonNode key = page.at("/meta/next_key");
            next = key.isString() ? key.asString() : null;
        } while (next != null);
        return names;
    }
}
