package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The idols of fans, from their first mention, and which idols and which tags belong together. */
class FanIdolsJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String TAGS = "/api/v1/manage/tag_relations";
    private static final String IDOLS = "/api/v1/manage/idol_relations";

    @Test
    void a_fan_has_idols_that_are_found_or_made_by_their_names() {
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada", "label_names", "pop");
        long ann = api.postJson(FANS, "{\"email\": \"ann@fans.example\", \"idol_names\": [\"aDA \", \"Bea\"]}")
                .mustBe(200)
                .body()
                .get("fan_id")
                .longValue();
        String path = FANS + "/" + ann + "/idols";
        assertThat(names(path)).containsExactlyInAnyOrder("Ada", "Bea");
        assertThat(api.get("/api/v1/idols/" + ada)
                        .mustBe(200)
                        .body()
                        .get("idol_name")
                        .asString())
                .as("how it was called")
                .isEqualTo("Ada");
        JsonNode bea =
                api.get("/api/v1/idols", "idol_name", "bea").mustBe(200).body().at("/0");
        assertThat(bea.get("idol_type").asString()).isEqualTo("other");
        String beas = bea.get("idol_uid").asString();

        JsonNode mine = api.get(path, "label_name", "pop").mustBe(200).body();
        assertThat(mine).hasSize(1);
        assertThat(mine.at("/0/is_explicit").booleanValue()).isTrue();
        JsonNode changed = api.post(path, "action", "add", "idol_name", "ADA", "is_explicit", false)
                .mustBe(200)
                .body();
        assertThat(changed.toString()).isEqualTo("{\"fan_id\":" + ann + ",\"idol_uid\":\"" + ada + "\"}");
        assertThat(api.get(path, "idol_uid", ada)
                        .mustBe(200)
                        .body()
                        .at("/0/is_explicit")
                        .booleanValue())
                .isFalse();

        api.post(FANS + "/" + ann + "/activities", "campaign_title", "Doors").mustBe(200);
        assertThat(api.get("/api/v1/crm/activities", "include_details", true)
                        .mustBe(200)
                        .body()
                        .at("/data/0/idol_names"))
                .hasSize(2);

        assertThat(api.post(path, "action", "delete", "idol_uid", beas)
                        .mustBe(200)
                        .body()
                        .get("idol_uid")
                        .asString())
                .isEqualTo(beas);
        api.post(path, "action", "delete", "idol_name", "Nobody").mustBe(400);
        assertThat(names(path)).containsExactly("Ada");
        api.delete("/api/v1/manage/idols/" + ada).mustBe(200);
        assertThat(names(path)).as("of those that are there").isEmpty();
        api.post(path, "action", "add", "idol_uid", ada).mustBe(400);
        assertThat(api.delete("/api/v1/crm/idol_fans", "fan_id", ann, "idol_uid", ada)
                        .mustBe(200)
                        .text())
                .isEqualTo("true");
        api.delete(FANS + "/" + ann).mustBe(200);
        api.get(path).mustBe(404);
        api.post(path, "action", "add", "idol_name", "Cleo").mustBe(404);
        assertThat(api.get("/api/v1/idols", "idol_name", "cleo").mustBe(200).body())
                .isEmpty();
    }

    @Test
    void many_rows_are_taken_each_whole_or_not_at_all() {
        long ann = api.fan("ann@fans.example");
        api.post(FANS + "/" + ann + "/identifiers", "network", "band", "identifier_value", "ann")
                .mustBe(200);
        Api again = api.with("Idempotency-Key", "nightly");
        String rows = """
                {"idol_fans": [{"user_key": "ann", "network": "band", "idol_names": ["Ada", "Bea"]},
                 {"user_key": "bob", "network": "band", "idol_names": ["Never"]},
                 "{\\"email\\": \\"bob@fans.example\\", \\"idol_names\\": [\\"ada\\"], \\"is_explicit\\": false}"]}""";
        JsonNode answer =
                again.postJson("/api/v1/crm/idol_fans", rows).mustBe(200).body();
        assertThat(answer.at("/inserted/count").intValue()).isEqualTo(3);
        assertThat(answer.at("/inserted/info/0/fan_id").longValue()).isEqualTo(ann);
        assertThat(answer.get("errors")).hasSize(1);
        assertThat(answer.at("/errors/0/idx").intValue()).isEqualTo(1);
        long bob = api.fan("bob@fans.example");
        assertThat(names(FANS + "/" + bob + "/idols")).containsExactly("Ada");
        assertThat(names(FANS + "/" + ann + "/idols")).containsExactlyInAnyOrder("Ada", "Bea");
        assertThat(again.postJson("/api/v1/crm/idol_fans", rows).mustBe(200).body())
                .isEqualTo(answer);
        assertThat(api.get("/api/v1/idols").mustBe(200).body()).hasSize(2);
    }

    @Test
    void tags_and_idols_belong_together_both_ways() {
        api.post(FANS, "email", "ann@fans.example", "tag_VIP", true, "tag_Gold", true)
                .mustBe(200);
        JsonNode two = api.post(TAGS, "tag_name", "vip", "related_tag_name", "gold")
                .mustBe(200)
                .body();
        assertThat(List.of(
                        two.get("tag_name").asString(),
                        two.get("related_tag_name").asString()))
                .containsExactlyInAnyOrder("VIP", "Gold");
        assertThat(api.post(TAGS, "tag_name", "gold", "related_tag_name", "vip")
                        .mustBe(200)
                        .body())
                .isEqualTo(two);
        assertThat(api.get(TAGS).mustBe(200).body()).hasSize(1);
        api.post(TAGS, "tag_name", "vip", "related_tag_name", "none").mustBe(400);
        api.post(TAGS, "tag_name", "vip", "related_tag_name", "VIP").mustBe(400);
        api.delete(TAGS, "tag_name", "gold", "related_tag_name", "vip").mustBe(200);
        assertThat(api.get(TAGS).mustBe(200).body()).isEmpty();

        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        String bea = api.made("/api/v1/idols", "idol_uid", "idol_name", "Bea");
        api.post(IDOLS, "idol_uid", bea, "related_idol_uid", ada).mustBe(200);
        assertThat(api.get(IDOLS).mustBe(200).body()).hasSize(1);
        Api others = encore().newAccount();
        others.post(IDOLS, "idol_uid", bea, "related_idol_uid", ada).mustBe(400);
        assertThat(others.get(IDOLS).mustBe(200).body()).isEmpty();
        api.delete("/api/v1/manage/idols/" + ada).mustBe(200);
        assertThat(api.get(IDOLS).mustBe(200).body()).isEmpty();
        assertThat(api.delete(IDOLS, "idol_uid", bea, "related_idol_uid", ada)
                        .mustBe(200)
                        .text())
                .isEqualTo("true");
    }

    @Test
    void a_deleted_idol_relates_to_nothing_in_searches_counts_filters_and_statistics() {
        String ada = api.made("/api/v1/idols", "idol_uid", "idol_name", "Ada");
        String bea = api.made("/api/v1/idols", "idol_uid", "idol_name", "Bea");
        api.post(IDOLS, "idol_uid", ada, "related_idol_uid", bea).mustBe(200);
        long ann = api.fan("ann@fans.example");
        long bob = api.fan("bob@fans.example");
        api.post(FANS + "/" + ann + "/idols", "action", "add", "idol_uid", ada).mustBe(200);
        api.post(FANS + "/" + bob + "/idols", "action", "add", "idol_uid", bea).mustBe(200);
        Object[] related = {"idol_names", "Ada", "idol_relations", true};
        assertThat(fanIds(related)).containsExactlyInAnyOrder(ann, bob);
        api.post(
                        "/api/v1/manage/search_filters",
                        "filter_name",
                        "adas",
                        "group_name",
                        "idols",
                        "idol_names",
                        "Ada",
                        "idol_relations",
                        true)
                .mustBe(200);
        assertThat(fanCount("filter_name", "adas")).isEqualTo(2);

        api.delete("/api/v1/manage/idols/" + bea).mustBe(200);
        assertThat(fanIds(related)).containsExactly(ann);
        assertThat(api.get("/api/v1/manage/fan_count", related)
                        .mustBe(200)
                        .body()
                        .get("fan_count")
                        .asInt())
                .isEqualTo(1);
        assertThat(fanCount("filter_name", "adas")).isEqualTo(1);
    }

    private List<Long> fanIds(Object... criteria) {
        return api.get(FANS, criteria)
                .mustBe(200)
                .body()
                .get("data")
                .valueStream()
                .map(fan -> fan.get("fan_id").asLong())
                .toList();
    }

    private int fanCount(Object... criteria) {
        return api.get("/api/v1/crm/fan_stats", criteria)
                .mustBe(200)
                .body()
                .at("/fans/fan_count")
                .asInt();
    }

    private List<String> names(String path) {
        return api.get(path)
                .mustBe(200)
                .body()
                .valueStream()
                .map(idol -> idol.get("idol_name").asString())
                .toList();
    }
}
