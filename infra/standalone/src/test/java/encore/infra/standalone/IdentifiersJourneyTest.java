package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class IdentifiersJourneyTest extends Journey {

    private static final String ALL = "/api/v1/crm/fan_identifiers";

    @Test
    void a_fan_is_found_by_a_name_on_a_network_until_it_is_removed() {
        long ada = fan("ada");
        String path = "/api/v1/crm/fans/" + ada + "/identifiers";
        assertThat(add(ada, "music", "Ada L").mustBe(200).text()).isEqualTo("true");
        JsonNode found = api.get(ALL, "network", "music", "identifier_value", "Ada L")
                .mustBe(200)
                .body();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).get("fan_id").asLong()).isEqualTo(ada);
        assertThat(found.get(0).get("creation_timestamp_iso").asString()).endsWith("Z");
        assertThat(api.get(ALL, "network", "music", "identifier_value", "ada l").body())
                .isEmpty();
        assertThat(api.get(path).mustBe(200).body()).isEqualTo(found);
        assertThat(api.get("/api/v1/crm/fans/" + ada).body().get("identifiers").toString())
                .isEqualTo("[{\"network\":\"music\",\"identifier_value\":\"Ada L\"}]");

        assertThat(api.delete(path, "network", "music", "identifier_value", "Ada L")
                        .mustBe(200)
                        .text())
                .isEqualTo("true");
        assertThat(api.get(ALL, "network", "music").body()).isEmpty();
    }

    @Test
    void no_two_fans_of_an_account_have_the_same_one_but_fans_of_two_accounts_may() throws Exception {
        long ada = fan("ada");
        long ben = fan("ben");
        add(ada, "music", "ada").mustBe(200);
        long before = mark();
        add(ada, "music", "ada").mustBe(200);
        JsonNode problem = add(ben, "music", "ada").mustBe(400).body();
        assertThat(problem.at("/errors/0/field").asString()).isEqualTo("identifier_value");
        add(ada, "music", "ada").mustBe(200);
        nothingIsRecordedSince(before);

        api = encore().newAccount();
        add(fan("ada"), "music", "ada").mustBe(200);
        api.get("/api/v1/crm/fans/" + ada + "/identifiers").mustBe(404);
        add(ada, "shop", "ada").mustBe(404);
    }

    @Test
    void a_member_id_is_given_once_and_is_an_identifier_of_the_portal() {
        long ada = fan("ada");
        String path = "/api/v1/ent/fans/" + ada + "/member_id";
        JsonNode given = api.post(path).mustBe(200).body();
        assertThat(given.get("fan_id").asLong()).isEqualTo(ada);
        String memberId = given.get("member_id").asString();
        assertThat(memberId).matches("[0-9A-Z]{11}");
        assertThat(api.get(ALL, "network", "portal", "identifier_value", memberId)
                        .body())
                .hasSize(1);
        api.post(path).mustBe(400);

        long ben = fan("ben");
        add(ben, "portal", "by hand").mustBe(200);
        api.post("/api/v1/ent/fans/" + ben + "/member_id").mustBe(400);
    }

    @Test
    void a_member_id_asked_for_under_one_key_is_answered_again() {
        long ada = fan("ada");
        Api retrying = api.with("Idempotency-Key", "once");
        String path = "/api/v1/ent/fans/" + ada + "/member_id";
        assertThat(retrying.post(path).mustBe(200).text())
                .isEqualTo(retrying.post(path).mustBe(200).text());
    }

    @Test
    void an_erased_fans_identifiers_vanish_and_are_free() {
        long ada = fan("ada");
        add(ada, "music", "ada").mustBe(200);
        api.delete("/api/v1/crm/fans/" + ada).mustBe(200);
        assertThat(api.get(ALL, "network", "music").mustBe(200).body()).isEmpty();
        add(ada, "music", "other").mustBe(404);
        add(fan("ben"), "music", "ada").mustBe(200);
        assertThat(api.get(ALL, "network", "music").body()).hasSize(1);
    }

    private long fan(String name) {
        return api.post("/api/v1/crm/fans", "email", name + "@example.com")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asLong();
    }

    private Api.Answer add(long fan, String network, String value) {
        return api.post("/api/v1/crm/fans/" + fan + "/identifiers", "network", network, "identifier_value", value);
    }
}
