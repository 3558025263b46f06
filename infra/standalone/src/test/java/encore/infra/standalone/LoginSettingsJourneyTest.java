package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What staff decides about fans' logins: staff's own tags and fields, codes, and addresses that logins lead back to. */
class LoginSettingsJourneyTest extends Journey {

    private static final String SETTINGS = "/api/v1/manage/login_settings";
    private static final String REDIRECT_URLS = "/api/v1/manage/redirect_urls";

    @Test
    void settings_have_defaults_and_name_what_exists() {
        assertThat(api.get(SETTINGS).mustBe(200).text())
                .isEqualTo("{\"staff_tag_ids\":[],\"staff_field_keys\":[],\"staff_prop_names\":[],"
                        + "\"codes_per_day\":10000,\"sms_codes_per_day\":1000,\"sms_countries\":[]}");
        api.post("/api/v1/crm/fans", "email", "ada@fans.example", "tag_vip", "true")
                .mustBe(200);
        long tag = api.get("/api/v1/manage/tags")
                .mustBe(200)
                .body()
                .get(0)
                .get("tag_id")
                .asLong();
        api.post("/api/v1/manage/fields", "crm_field_key", "seat", "field_type", "number")
                .mustBe(200);
        String changed = api.post(
                        SETTINGS,
                        "staff_tag_ids",
                        tag,
                        "staff_field_keys",
                        "seat",
                        "staff_prop_names",
                        "rank",
                        "codes_per_day",
                        5,
                        "sms_countries",
                        "Germany")
                .mustBe(200)
                .text();
        assertThat(changed)
                .isEqualTo("{\"staff_tag_ids\":[" + tag + "],\"staff_field_keys\":[\"seat\"],"
                        + "\"staff_prop_names\":[\"rank\"],\"codes_per_day\":5,\"sms_codes_per_day\":1000,"
                        + "\"sms_countries\":[\"DE\"]}");
        assertThat(api.get(SETTINGS).mustBe(200).text()).isEqualTo(changed);

        named("staff_tag_ids", tag + 1, String.valueOf(tag + 1));
        named("staff_field_keys", "colour", "colour");
        assertThat(api.get(SETTINGS).mustBe(200).text()).isEqualTo(changed);
        api = encore().newAccount();
        named("staff_tag_ids", tag, String.valueOf(tag));
        named("staff_field_keys", "seat", "seat");
    }

    @Test
    void redirect_urls_are_kept_as_they_are_and_belong_to_one_account() {
        for (String url : List.of("https://fans.example/back?a=b", "http://localhost:3000/", "com.larks.app:/back")) {
            assertThat(api.post(REDIRECT_URLS, "redirect_url", url)
                            .mustBe(200)
                            .body()
                            .get("redirect_url")
                            .asString())
                    .isEqualTo(url);
        }
        for (String wrong : List.of(
                "http://fans.example/", "https://fans.example/#x", "https://a@fans.example/", "larks:/back", "/back")) {
            JsonNode problem =
                    api.post(REDIRECT_URLS, "redirect_url", wrong).mustBe(400).body();
            assertThat(problem.at("/errors/0/field").asString()).isEqualTo("redirect_url");
        }
        api.delete(REDIRECT_URLS, "redirect_url", "https://FANS.example/back?a=b")
                .mustBe(400);
        api.delete(REDIRECT_URLS, "redirect_url", "http://localhost:3000/").mustBe(200);
        assertThat(urls()).containsExactly("https://fans.example/back?a=b", "com.larks.app:/back");
        new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))))
                .get(REDIRECT_URLS)
                .mustBe(401);
        api = encore().newAccount();
        assertThat(urls()).isEmpty();
    }

    private List<String> urls() {
        return api.get(REDIRECT_URLS)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("redirect_url").asString())
                .toList();
    }

    private void named(String parameter, Object value, String named) {
        JsonNode problem = api.post(SETTINGS, parameter, value).mustBe(400).body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo(parameter);
        assertThat(problem.toString()).contains(named);
    }
}
