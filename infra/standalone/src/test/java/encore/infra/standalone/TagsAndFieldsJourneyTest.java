package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What an account knows of its fans in fields of its own, and how it tags them. */
class TagsAndFieldsJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String MANAGED = "/api/v1/manage/fans/";
    private static final String FIELDS = "/api/v1/manage/fields";

    @Test
    void fields_are_defined_set_cleared_and_retired() throws Exception {
        api.post(FIELDS, "crm_field_key", "shoe_size", "field_type", "number").mustBe(200);
        api.postJson(FIELDS, """
                {"crm_field_key": "colours", "field_type": "multi_select", "field_options": ["red", "blue"]}""").mustBe(200);
        long ada = api.postJson(FANS, """
                        {"email": "ada@fans.example", "field_shoe_size": "38.50", "field_colours": ["blue", "red"]}""").mustBe(200).body().get("fan_id").longValue();
        assertThat(fields(ada)).isEqualTo("{\"colours\":[\"red\",\"blue\"],\"shoe_size\":38.5}");
        assertThat(usage()).isEqualTo("colours 1, shoe_size 1");

        // A known contact: fields are taken as they are said, and an empty one changes nothing.
        api.post(FANS, "email", "ada@fans.example", "field_shoe_size", 40, "field_colours", "")
                .mustBe(200);
        assertThat(fields(ada)).isEqualTo("{\"colours\":[\"red\",\"blue\"],\"shoe_size\":40}");
        long before = mark();
        api.post(FANS, "email", "ada@fans.example", "field_shoe_size", "40.0").mustBe(200);
        nothingIsRecordedSince(before);

        for (String wrong : List.of("field_shoe_size=big", "field_colours=green", "field_shoes=3")) {
            String[] one = wrong.split("=");
            var answer = api.post(FANS, "email", "bob@fans.example", "tag_new", true, one[0], one[1])
                    .mustBe(400);
            assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo(one[0]);
        }
        assertThat(api.get(FANS, "name", "bob").mustBe(200).body().get("data")).isEmpty();
        assertThat(api.get("/api/v1/manage/tags").mustBe(200).body()).isEmpty();

        assertThat(api.delete(FIELDS + "/shoe_size").mustBe(200).text()).isEqualTo("true");
        api.post(MANAGED + ada, "field_shoe_size", 41).mustBe(400);
        assertThat(fields(ada)).contains("\"shoe_size\":40");
        api.post(MANAGED + ada, "field_shoe_size", "", "rating", 5).mustBe(200);
        assertThat(fields(ada)).isEqualTo("{\"colours\":[\"red\",\"blue\"]}");
        assertThat(usage()).isEqualTo("colours 1, shoe_size 0");
        api.delete(FANS + "/" + ada).mustBe(200);
        assertThat(usage()).isEqualTo("colours 0, shoe_size 0");
        api.post(MANAGED + ada, "field_colours", "red").mustBe(404);
    }

    @Test
    void a_tag_is_its_name_however_it_is_spelled() {
        long ada = id(api.post(FANS, "email", "ada@fans.example", "tag_Front Row", true, "tag_123", "on"));
        long bea = id(api.post(FANS, "email", "bea@fans.example", "tag_front row", true, "tag_never", false));
        JsonNode tags = api.get("/api/v1/manage/tags").mustBe(200).body();
        assertThat(tags.valueStream().map(tag -> tag.get("tag_name").asString()))
                .containsExactlyInAnyOrder("Front Row", "123");
        assertThat(tags(bea)).containsExactly("Front Row");

        JsonNode given = api.get("/api/v1/crm/fan_tags").mustBe(200).body();
        assertThat(given).hasSize(3);
        JsonNode last = given.get(2);
        assertThat(last.get("fan_id").longValue()).isEqualTo(bea);
        assertThat(last.get("email").asString()).isEqualTo("bea@fans.example");
        assertThat(last.get("tag_id").isIntegralNumber()).isTrue();
        String today = last.get("creation_timestamp_iso").asString().substring(0, 10);
        assertThat(api.get("/api/v1/crm/fan_tags", "start_date", today)
                        .mustBe(200)
                        .body())
                .isEmpty();

        assertThat(rows("include_tags", true))
                .hasSize(2)
                .allMatch(row -> !row.get("tags").isEmpty());
        assertThat(rows()).allMatch(row -> row.get("tags").isNull());
        JsonNode updates = api.get("/api/v1/crm/fan_updates").mustBe(200).body();
        assertThat(updates.at("/data/0/tags")).hasSize(2);

        api.post(MANAGED + ada, "tag_FRONT ROW", false, "tag_late", true).mustBe(200);
        assertThat(tags(ada)).containsExactly("123", "late");
        updates = api.get("/api/v1/crm/fan_updates").mustBe(200).body();
        assertThat(updates.at("/data/1/fan_id").longValue()).as("changed last").isEqualTo(ada);
        api.post(MANAGED + 1, "tag_late", true).mustBe(404);

        api.delete(FANS + "/" + ada).mustBe(200);
        assertThat(api.get("/api/v1/crm/fan_tags").mustBe(200).body()).hasSize(1);
        assertThat(api.get("/api/v1/manage/tags").mustBe(200).body()).hasSize(3);
    }

    @Test
    void callers_that_make_one_tag_at_once_share_it() throws Exception {
        Set<Long> ids = Collections.synchronizedSet(new HashSet<>());
        try (ExecutorService clients = Executors.newFixedThreadPool(16)) {
            List<Callable<Long>> calls = IntStream.range(0, 16)
                    .<Callable<Long>>mapToObj(i -> () -> id(api.post(
                            FANS, "email", "fan" + i + "@fans.example", i % 2 == 0 ? "tag_Crowd" : "tag_crowd", true)))
                    .toList();
            for (Future<Long> fan : clients.invokeAll(calls)) {
                ids.add(one(fan.get()).at("/tags/0/tag_id").longValue());
            }
        }
        assertThat(ids).hasSize(1);
        assertThat(api.get("/api/v1/manage/tags").mustBe(200).body()).hasSize(1);
        assertThat(api.get("/api/v1/crm/fan_tags").mustBe(200).body()).hasSize(16);
    }

    private static long id(Api.Answer answer) {
        return answer.mustBe(200).body().get("fan_id").longValue();
    }

    private JsonNode one(long fan) {
        return api.get(FANS + "/" + fan).mustBe(200).body();
    }

    private String fields(long fan) {
        return one(fan).get("fields").toString();
    }

    private List<String> tags(long fan) {
        return one(fan).get("tags")
                .valueStream()
                .map(tag -> tag.get("tag_name").asString())
                .toList();
    }

    private List<JsonNode> rows(Object... query) {
        return api.get(FANS, query).mustBe(200).body().get("data").valueStream().toList();
    }

    private String usage() {
        return String.join(
                ", ",
                api.get("/api/v1/crm/fields")
                        .mustBe(200)
                        .body()
                        .valueStream()
                        .map(field -> field.get("crm_field_key").asString() + " " + field.get("usage_count"))
                        .sorted()
                        .toList());
    }
}
