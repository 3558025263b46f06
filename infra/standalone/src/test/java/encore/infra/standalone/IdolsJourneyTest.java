package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An account's idols, from the first time that one is named until it is deleted. */
class IdolsJourneyTest extends Journey {

    private static final String IDOLS = "/api/v1/idols";
    private static final String MANAGED = "/api/v1/manage/idols/";

    @Test
    void an_idol_is_saved_found_shown_and_deleted() {
        String ada = save("Ada & the Engines", "music_uid", "m-1", "label_names", "pop", "artist_id", 17);
        JsonNode idol = one(ada);
        assertThat(idol.get("idol_type").asString()).isEqualTo("artist");
        assertThat(idol.get("music_uid").asString()).isEqualTo("m-1");
        assertThat(idol.get("creation_timestamp").isIntegralNumber()).isTrue();
        assertThat(idol.has("artist_id")).isFalse();
        String bea = save("Bea", "label_names", "pop", "label_names", "new");
        assertThat(one(bea).get("idol_type").asString()).isEqualTo("other");

        assertThat(names()).containsExactly("Ada & the Engines", "Bea");
        assertThat(names("idol_name", "eng")).containsExactly("Ada & the Engines");
        assertThat(names("label_name", "new")).containsExactly("Bea");
        assertThat(names("label_name", "pop", "idol_name", "b")).containsExactly("Bea");

        JsonNode shown = api.post(
                        MANAGED + ada,
                        "description",
                        "A band",
                        "image_url",
                        "https://pictures.example/a",
                        "music_follower_count",
                        7,
                        "artist_name",
                        "ADA",
                        "link_url",
                        "https://ada.example",
                        "media_uid",
                        api.upload("/api/v1/manage/media", MediaJourneyTest.picture(20, 20, "png"))
                                .mustBe(200)
                                .body()
                                .get("media_uid")
                                .asString())
                .mustBe(200)
                .body();
        assertThat(shown.get("artist_id").asString()).isEqualTo("17");
        assertThat(one(ada).get("music_follower_count").asLong()).isEqualTo(7);
        api.post(MANAGED + ada, "description", "").mustBe(200);
        assertThat(one(ada).get("description").isNull()).isTrue();
        assertThat(one(ada).get("artist_name").asString()).isEqualTo("ADA");
        assertThat(api.get(MANAGED + ada).mustBe(200).body().get("artist_id").asString())
                .isEqualTo("17");

        assertThat(api.delete(MANAGED + ada).mustBe(200).text()).isEqualTo("true");
        api.get(IDOLS + "/" + ada).mustBe(404);
        api.post(MANAGED + ada, "description", "gone").mustBe(404);
        api.delete(MANAGED + ada).mustBe(404);
        assertThat(names()).containsExactly("Bea");
        assertThat(save("Ada & the Engines", "music_uid", "m-1")).isNotEqualTo(ada);
    }

    @Test
    void a_name_or_a_music_uid_means_the_idol_that_has_it() {
        String ada = save("Ada", "music_uid", "m-1");
        assertThat(save(" aDA ")).isEqualTo(ada);
        assertThat(save("Countess", "music_uid", "m-1")).isEqualTo(ada);
        assertThat(one(ada).get("idol_name").asString()).isEqualTo("Countess");
        String bea = save("Ada");
        assertThat(bea).isNotEqualTo(ada);

        blamed("idol_name", "idol_name", "Ada", "music_uid", "m-1");
        blamed("music_uid", "idol_name", "Countess", "music_uid", "m-2");
        blamed("music_uid", "idol_name", "Ada", "idol_type", "artist");
        blamed("idol_type", "idol_name", "Ada", "music_uid", "m-3");
        assertThat(save("Ada", "music_uid", "m-3", "idol_type", "artist")).isEqualTo(bea);
        blamed("idol_type", "idol_name", "Ada", "idol_type", "team");
        assertThat(save("Ada", "music_uid", "", "idol_type", "team")).isEqualTo(bea);
        assertThat(save("Dora", "music_uid", "m-3")).isNotIn(ada, bea);
        assertThat(names()).containsExactly("Countess", "Ada", "Dora");
    }

    @Test
    void props_that_are_not_sent_are_deleted_and_labels_stay() throws Exception {
        String ada = save("Ada", "label_names", "pop", "props", "{\"fun_fact\":\"x\",\"world_ranking\":1}");
        assertThat(one(ada).get("props").toString()).isEqualTo("{\"fun_fact\":\"x\",\"world_ranking\":1}");
        api.postJson(IDOLS, "{\"idol_name\":\"Ada\",\"props\":{\"new_single\":true}}")
                .mustBe(200);
        assertThat(one(ada).get("props").toString()).isEqualTo("{\"new_single\":true}");
        var answer = api.post(IDOLS, "idol_name", "Ada").mustBe(200);
        assertThat(one(ada).get("props").isNull()).isTrue();
        assertThat(one(ada).get("idol_labels").toString()).isEqualTo("[\"pop\"]");
        api.post(IDOLS, "idol_name", "Ada").mustBe(200);
        nothingIsRecordedSince(positionOf(answer));
        save("Ada", "label_names", "");
        assertThat(one(ada).get("idol_labels").isEmpty()).isTrue();
        blamed("props", "idol_name", "Ada", "props", "{\"height\":3}");
    }

    @Test
    void a_new_name_becomes_one_idol_whoever_calls_at_the_same_time() throws Exception {
        Set<String> uids = new HashSet<>();
        try (ExecutorService clients = Executors.newFixedThreadPool(64)) {
            Callable<String> same = () -> save("Ada");
            for (Future<String> answer : clients.invokeAll(Collections.nCopies(64, same))) {
                uids.add(answer.get());
            }
        }
        assertThat(uids).hasSize(1);
        assertThat(names()).containsExactly("Ada");
    }

    @Test
    void a_performance_says_whether_an_idol_is_on_stage() {
        String gig = performance("artist_name", "ada");
        assertThat(isValid(gig)).isFalse();
        String ada = save("Ada");
        assertThat(isValid(gig)).isTrue();
        api.delete(MANAGED + ada).mustBe(200);
        assertThat(isValid(gig)).isFalse();
    }

    @Test
    void an_account_sees_its_own_and_a_key_alone_reads() {
        String ada = save("Ada");
        new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))))
                .get(IDOLS + "/" + ada)
                .mustBe(200);
        api = encore().newAccount();
        assertThat(names()).isEmpty();
        api.get(IDOLS + "/" + ada).mustBe(404);
        api.delete(MANAGED + ada).mustBe(404);
        assertThat(save("Ada")).isNotEqualTo(ada);
    }

    private boolean isValid(String performance) {
        return api.get("/api/v1/ent/performances/" + performance)
                .mustBe(200)
                .body()
                .get("is_valid_idol")
                .asBoolean();
    }

    private String performance(Object... more) {
        Object[] form = new Object[more.length + 4];
        System.arraycopy(new Object[] {"performance_name", "Gig", "performance_date", "2026-06-15"}, 0, form, 0, 4);
        System.arraycopy(more, 0, form, 4, more.length);
        return api.post("/api/v1/ent/performances", form)
                .mustBe(200)
                .body()
                .get("performance_uid")
                .asString();
    }

    private String save(String name, Object... more) {
        Object[] form = new Object[more.length + 2];
        form[0] = "idol_name";
        form[1] = name;
        System.arraycopy(more, 0, form, 2, more.length);
        return api.post(IDOLS, form).mustBe(200).body().get("idol_uid").asString();
    }

    private void blamed(String field, Object... form) {
        JsonNode problem = api.post(IDOLS, form).mustBe(400).body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo(field);
    }

    private JsonNode one(String uid) {
        return api.get(IDOLS + "/" + uid).mustBe(200).body();
    }

    private List<String> names(Object... query) {
        return api.get(IDOLS, query)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("idol_name").asString())
                .toList();
    }
}
