package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The branding of an account, from its first text to an empty one. */
class BrandingJourneyTest extends Journey {

    private static final String MANAGED = "/api/v1/manage/branding";
    private static final String STATUS = "/api/v1/status";
    private static final String NOTHING =
            "{\"legal_terms\":null,\"legal_privacy\":null,\"header_text\":null,\"image_url\":null}";

    @Test
    void apps_see_what_staff_sets() throws Exception {
        assertThat(status()).isEqualTo(NOTHING);
        api.post(MANAGED, "legal_terms", "Be kind.", "header_text", "Larks", "image_url", "https://larks.example/a.png")
                .mustBe(200);
        assertThat(status())
                .isEqualTo("{\"legal_terms\":\"Be kind.\",\"legal_privacy\":null,\"header_text\":\"Larks\","
                        + "\"image_url\":\"https://larks.example/a.png\"}");
        var changed = api.postJson(MANAGED, "{\"header_text\":\"\",\"legal_privacy\":\"We keep little.\"}")
                .mustBe(200);
        assertThat(status())
                .isEqualTo("{\"legal_terms\":\"Be kind.\",\"legal_privacy\":\"We keep little.\",\"header_text\":null,"
                        + "\"image_url\":\"https://larks.example/a.png\"}");
        assertThat(api.get(MANAGED).mustBe(200).body()).isEqualTo(changed.body());
        api.post(MANAGED, "legal_terms", "Be kind.").mustBe(200);
        nothingIsRecordedSince(positionOf(changed));

        String uploaded = api.upload("/api/v1/manage/media", MediaJourneyTest.picture(20, 20, "png"))
                .mustBe(200)
                .body()
                .get("media_uid")
                .asString();
        JsonNode replaced = api.post(MANAGED, "media_uid", uploaded).mustBe(200).body();
        assertThat(replaced.get("image_url").isNull()).isTrue();
        assertThat(replaced.get("media_uid").asString()).isEqualTo(uploaded);

        assertThat(api.delete(MANAGED).mustBe(200).text()).isEqualTo("true");
        assertThat(status()).isEqualTo(NOTHING);
    }

    @Test
    void wrong_values_change_nothing_and_other_accounts_see_nothing() {
        api.post(MANAGED, "header_text", "Larks").mustBe(200);
        for (String[] wrong : new String[][] {
            {"image_url", "http://larks.example/a.png"},
            {"image_url", "javascript:alert(1)"},
            {"media_uid", "../../master.key"},
            {"media_uid", "019dd3a1-7c1e-7b52-9c1a-3f6d5a1b2c0b"},
            {"legal_terms", "x".repeat(100_001)}
        }) {
            JsonNode problem = api.post(MANAGED, "header_text", "Other", wrong[0], wrong[1])
                    .mustBe(400)
                    .body();
            assertThat(problem.at("/errors/0/field").asString()).isEqualTo(wrong[0]);
        }
        assertThat(status()).contains("\"header_text\":\"Larks\"");
        api = encore().newAccount();
        assertThat(status()).isEqualTo(NOTHING);
    }

    private String status() {
        return new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))))
                .post(STATUS)
                .mustBe(200)
                .text();
    }
}
