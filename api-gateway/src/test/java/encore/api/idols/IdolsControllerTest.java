package encore.api.idols;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.idols.Idol;
import encore.kernel.idols.IdolPresentation;
import encore.kernel.idols.IdolPresentationBuilder;
import encore.kernel.idols.IdolProfile;
import encore.kernel.idols.IdolProfileBuilder;
import encore.kernel.idols.IdolType;
import encore.kernel.idols.IdolUid;
import encore.kernel.idols.IdolsCommand.PresentIdol;
import encore.kernel.idols.IdolsCommand.RemoveIdol;
import encore.kernel.idols.IdolsCommand.SaveIdol;
import encore.kernel.idols.IdolsQuery.FindIdol;
import encore.kernel.idols.IdolsQuery.SearchIdols;
import encore.kernel.paging.Page;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class IdolsControllerTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String IDOLS = "/api/v1/idols";
    private static final String MANAGED = "/api/v1/manage/idols";
    private static final Idol.Managed ADA = new Idol.Managed(
            Idol.of(
                    "ada",
                    Instant.ofEpochSecond(1_772_366_400),
                    new IdolProfile("Ada", IdolType.ARTIST, "m1", null, null, List.of("pop"), null),
                    IdolPresentation.EMPTY),
            "a-1",
            null);

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(IdolsController.class, ManagedIdolsController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_idol() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(SearchIdols.class, query -> new Page<>(List.of(ADA), "1", "1", false, 1))
                .on(FindIdol.class, query -> ADA)
                .on(SaveIdol.class, command -> new IdolUid("ada"))
                .on(PresentIdol.class, command -> new IdolUid("ada"))
                .on(RemoveIdol.class, command -> new IdolUid("ada"));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | idol_name=Ada&artist_id=17&label_names=pop&label_names=new&props=%7B%22fun_fact%22:%22x%22%7D",
                "application/json | {\"idol_name\": \"Ada\", \"artist_id\": 17, \"label_names\": [\"pop\", \"new\"], \"props\": {\"fun_fact\": \"x\"}}"
            })
    void one_is_saved(String type, String body) {
        GATEWAY.post(IDOLS, type, body).isOk().expectBody().json("{\"idol_uid\": \"ada\"}");
        var profile =
                new IdolProfile("Ada", null, null, "17", null, List.of("new", "pop"), json("{\"fun_fact\":\"x\"}"));
        assertThat(said()).isEqualTo(Patch.of(profile));
    }

    @ParameterizedTest
    @CsvSource({"idol_name=Ada, false", "idol_name=Ada&props=&label_names=, true", "idol_name=Ada&props=%7B%7D, false"})
    void absent_values_are_cleared_and_labels_only_by_an_empty_list(String form, boolean cleared) {
        GATEWAY.post(IDOLS, FORM, form).isOk();
        assertThat(said())
                .isEqualTo(new Patch<>(
                        IdolProfileBuilder.builder()
                                .idolName("Ada")
                                .labelNames(cleared ? List.of() : null)
                                .build(),
                        Set.of("props")));
    }

    @Test
    void an_empty_music_uid_clears_it_and_an_empty_type_says_nothing() {
        GATEWAY.post(IDOLS, FORM, "idol_name=Ada&music_uid=&idol_type=").isOk();
        assertThat(said().cleared()).containsExactlyInAnyOrder("musicUid", "props");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "music_uid=m1 | idol_name",
                "idol_name=Ada&idol_type=singer | idol_type",
                "idol_name=Ada&props=%7B%22height%22:3%7D | props",
                "idol_name=Ada&props=%7B%22fun_fact%22:%5B%5D%7D | props",
                "idol_name=Ada&props=x | props",
                "idol_name=Ada&artist_id=%7B%7D | artist_id",
                "idol_name=Ada&discovery_id=%5B1%5D | discovery_id"
            })
    void one_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(IDOLS, FORM, form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_label_has_128_characters_and_a_name_255() {
        naming(GATEWAY.post(IDOLS, FORM, "idol_name=Ada&label_names=" + "x".repeat(129)), "label_names");
        naming(GATEWAY.post(IDOLS, FORM, "idol_name=" + "x".repeat(256)), "idol_name");
        GATEWAY.post(IDOLS, FORM, "idol_name=" + "x".repeat(255) + "&label_names=" + "x".repeat(128))
                .isOk();
    }

    @Test
    void all_are_searched_and_one_is_read_without_its_ids_elsewhere() {
        String row = "{\"idol_uid\":\"ada\",\"idol_name\":\"Ada\",\"idol_type\":\"artist\",\"music_uid\":\"m1\","
                + "\"idol_labels\":[\"pop\"],\"creation_timestamp\":1772366400,"
                + "\"creation_timestamp_iso\":\"2026-03-01T12:00:00Z\"}";
        String found = body(IDOLS + "?idol_name=ad&label_name=pop");
        assertThat(found).doesNotContain("artist_id");
        client.get().uri(IDOLS).exchange().expectBody().json("[" + row + "]");
        client.get().uri(IDOLS + "/ada").exchange().expectBody().json(row);
        assertThat(backend.asked.getFirst())
                .hasToString(
                        "SearchIdols[account=7, name=ad, label=pop, paging=NextKey[after=null, limit=500, q=null]]");
    }

    @Test
    void its_account_sees_more_of_it() {
        assertThat(body(MANAGED))
                .startsWith("[{\"idol_uid\":\"ada\"")
                .endsWith("\"artist_id\":\"a-1\",\"discovery_id\":null}]");
        assertThat(body(MANAGED + "/ada")).contains("\"artist_id\":\"a-1\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | description=A+band&music_follower_count=7&link_url=",
                "application/json | {\"description\": \"A band\", \"music_follower_count\": 7, \"link_url\": null}"
            })
    void one_is_shown_otherwise(String type, String body) {
        GATEWAY.post(MANAGED + "/ada", type, body)
                .isOk()
                .expectBody()
                .jsonPath("$.idol_name")
                .isEqualTo("Ada");
        assertThat(((PresentIdol) backend.sent.getFirst()).change())
                .isEqualTo(new Patch<>(
                        IdolPresentationBuilder.builder()
                                .description("A band")
                                .musicFollowerCount(7L)
                                .build(),
                        Set.of("linkUrl")));
    }

    @Test
    void a_presentation_that_cannot_be_names_what_is_wrong() {
        naming(GATEWAY.post(MANAGED + "/ada", FORM, "media_uid=x"), "media_uid");
        naming(GATEWAY.post(MANAGED + "/ada", FORM, "music_follower_count=-1"), "music_follower_count");
        for (String url :
                List.of("javascript:alert(1)", "ftp://a.example", "/picture", " https://a.example", "https://")) {
            naming(GATEWAY.post(MANAGED + "/ada", FORM, "link_url=" + url), "link_url");
            naming(GATEWAY.post(MANAGED + "/ada", FORM, "image_url=" + url), "image_url");
        }
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void deleting_answers_true() {
        client.delete()
                .uri(MANAGED + "/ada")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    private Patch<IdolProfile> said() {
        return ((SaveIdol) backend.sent.getFirst()).said();
    }

    private static ObjectNode json(String text) {
        return JsonMapper.shared().readValue(text, ObjectNode.class);
    }

    private @Nullable String body(String path) {
        return client.get()
                .uri(path)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
    }
}
