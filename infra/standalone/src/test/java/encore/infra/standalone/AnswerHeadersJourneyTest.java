package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.standalone.Api.Answer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Headers of answers name ignored parameters, repeats and the way to sign in. One answer names all wrong values. */
class AnswerHeadersJourneyTest extends Journey {

    private static final String FANS = "/api/v1/crm/fans";
    private static final String REPLAYED = "Idempotency-Replayed";
    private static final String IGNORED = "Encore-Ignored";

    @Test
    void all_wrong_values_are_named_in_one_answer() {
        Answer refused = api.post(
                FANS,
                "email",
                "no mail",
                "phone",
                "12",
                "latitude",
                "100",
                "longitude",
                "0",
                "gender",
                "none",
                "birth_date",
                "soon",
                "ip_address",
                "1.2.3",
                "country_code",
                "Utopia");
        assertThat(fields(refused))
                .containsExactlyInAnyOrder("email", "latitude", "gender", "birth_date", "ip_address", "country_code");
        assertThat(fields(api.post(FANS, "email", "no mail", "phone", "12", "country_code", "DE")))
                .containsExactlyInAnyOrder("email", "phone");
    }

    private static Iterable<String> fields(Answer refused) {
        return refused.mustBe(400)
                .body()
                .get("errors")
                .valueStream()
                .map(error -> error.get("field").asString())
                .toList();
    }

    @Test
    void an_ignored_parameter_is_named() {
        Answer taken = api.post(FANS, "email", "ada@fans.example", "e mail", "x", "näme", "y")
                .mustBe(200);
        assertThat(taken.header(IGNORED)).isEqualTo("e%20mail, n%C3%A4me");
        assertThat(api.get(FANS, "name", "ada", "nick", "x").header(IGNORED)).isEqualTo("nick");
        assertThat(api.postJson("/api/v1/crm/idol_fans", """
                        {"idol_fans": [{"email": "ada@fans.example", "idol_names": ["Ada"], "idol": "Eve"}]}
                        """).mustBe(200).header(IGNORED))
                .isEqualTo("idol_fans%5B0%5D.idol");
        assertThat(api.post(FANS, "email", "ada@fans.example").mustBe(200).header(IGNORED))
                .isNull();
        assertThat(api.post(FANS, "nick", "x").mustBe(400).header(IGNORED)).isEqualTo("nick");

        Object[] many = new Object[2 * 30];
        for (int i = 0; i < 30; i++) {
            many[2 * i] = "x" + i + "x".repeat(70);
            many[2 * i + 1] = "1";
        }
        String header = api.get(FANS, many).mustBe(200).header(IGNORED);
        assertThat(header).endsWith(", ...").hasSizeLessThan(1_100);
    }

    @Test
    void a_repeated_answer_says_so() {
        Api keyed = api.with("Idempotency-Key", "once");
        Answer first = keyed.post(FANS, "email", "ada@fans.example").mustBe(200);
        assertThat(first.header(REPLAYED)).isNull();
        for (Api again : new Api[] {keyed, encore().atOtherGateway(keyed)}) {
            Answer repeated = again.post(FANS, "email", "ada@fans.example").mustBe(200);
            assertThat(repeated.header(REPLAYED)).isEqualTo("true");
            assertThat(repeated.body()).isEqualTo(first.body());
        }
        assertThat(keyed.post(FANS, "email", "eve@fans.example").mustBe(400).header(REPLAYED))
                .isNull();

        Api bulk = api.with("Idempotency-Key", "bulk");
        String rows = "{\"idol_fans\": [{\"email\": \"ada@fans.example\", \"idol_names\": [\"Ada\"]}]}";
        JsonNode answer =
                bulk.postJson("/api/v1/crm/idol_fans", rows).mustBe(200).body();
        Answer repeated = bulk.postJson("/api/v1/crm/idol_fans", rows).mustBe(200);
        assertThat(repeated.header(REPLAYED)).isEqualTo("true");
        assertThat(repeated.body()).isEqualTo(answer);
    }

    @Test
    void a_401_has_a_challenge() {
        for (Api stranger : new Api[] {
            new Api(api.url(), Map.of()), api.with("Api-Secret", "wrong"), new Api(api.url(), Map.of("Api-Key", "none"))
        }) {
            assertThat(stranger.get(FANS).mustBe(401).header("WWW-Authenticate"))
                    .isEqualTo("Api-Key realm=\"encore\"");
        }
    }
}
