package encore.api.likings;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.likings.AddedIdolFans;
import encore.kernel.likings.IdolFan;
import encore.kernel.likings.IdolFan.NetworkIdentity;
import encore.kernel.likings.LikedIdol;
import encore.kernel.likings.LikingCommand.AddIdolFans;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdolFansControllerTest {

    private static final String PATH = "/api/v1/crm/idol_fans";
    private static final String FORM = "application/x-www-form-urlencoded";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(IdolFansController.class);

    private final FakeBackend backend = GATEWAY.backend;

    @BeforeEach
    void one_that_is_taken() {
        backend.sent.clear();
        backend.on(
                AddIdolFans.class,
                command -> new AddedIdolFans(
                        AddedIdolFans.Inserted.of(List.of(new LikedIdol(42, "ada"))),
                        List.of(new AddedIdolFans.Failed(2, "Nobody."))));
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "application/json | {\"idol_fans\": [\"{\\\"email\\\": \\\"A@x.example\\\", \\\"idol_names\\\":"
                        + " [\\\"Ada\\\"]}\", {\"user_key\": \"k\", \"network\": \"band\", \"idol_names\": [\"Bea\"],"
                        + " \"is_explicit\": false}]}",
                FORM + " | idol_fans={\"email\":\"a@x.example\",\"idol_names\":[\"Ada\"]}"
                        + "&idol_fans={\"user_key\":\"k\",\"network\":\"band\",\"idol_names\":[\"Bea\"],\"is_explicit\":false}",
                FORM + " | idol_fans=[{\"email\":\"a@x.example\",\"idol_names\":[\"Ada\"]},"
                        + "{\"user_key\":\"k\",\"network\":\"band\",\"idol_names\":[\"Bea\"],\"is_explicit\":false}]"
            })
    void rows_are_objects_or_texts_of_objects(String type, String body) {
        GATEWAY.post(PATH, type, body).isOk().expectBody().json("""
                {"inserted": {"count": 1, "info": [{"fan_id": 42, "idol_uid": "ada"}]},
                 "errors": [{"idx": 2, "error": "Nobody."}]}""");
        List<IdolFan> rows = ((AddIdolFans) backend.sent.getFirst()).rows();
        assertThat(rows)
                .extracting(IdolFan::idx, IdolFan::identified, IdolFan::isExplicit)
                .containsExactly(tuple(0, null, true), tuple(1, new NetworkIdentity("band", "k"), false));
        assertThat(rows.getFirst().fan().profile().email()).isEqualTo("a@x.example");
        assertThat(rows.getLast().fan()).isNull();
        assertThat(rows.getLast().idols().getFirst().idolName()).isEqualTo("Bea");
    }

    @Test
    void an_invalid_row_is_reported_in_its_place() {
        GATEWAY.post(PATH, "application/json", """
                        {"idol_fans": [{"email": "nobody", "idol_names": ["Ada"]}, {"email": "a@x.example"},
                         {"email": "a@x.example", "idol_names": ["Ada"]}, {"network": "band", "idol_names": ["Ada"]}]}""")
                .isOk()
                .expectBody()
                .jsonPath("$.errors[*].idx")
                .value(idx -> assertThat(idx).hasToString("[0,1,2,3]"));
        assertThat(((AddIdolFans) backend.sent.getFirst()).rows())
                .extracting(IdolFan::idx)
                .containsExactly(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"idol_fans\": []}",
                "{\"idol_fans\": \"Ada\"}",
                "{\"idol_fans\": {\"email\": \"a@x.example\"}}"
            })
    void a_value_that_is_no_list_is_named(String body) {
        naming(GATEWAY.post(PATH, "application/json", body), "idol_fans");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_text_that_is_no_object_and_one_row_too_many_are_named() {
        naming(GATEWAY.post(PATH, "application/json", "{\"idol_fans\": [\"Ada\"]}"), "idol_fans[0]");
        naming(GATEWAY.post(PATH, FORM, "idol_fans=Ada"), "idol_fans[0]");
        String many = "{\"email\": \"a@x.example\"},".repeat(1_000) + "{}";
        naming(GATEWAY.post(PATH, "application/json", "{\"idol_fans\": [" + many + "]}"), "idol_fans");
        assertThat(backend.sent).isEmpty();
    }
}
