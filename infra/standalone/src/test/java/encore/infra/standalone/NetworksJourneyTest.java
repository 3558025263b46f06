package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What networks there are, from those that every account has to one of an account's own. */
class NetworksJourneyTest extends Journey {

    private static final String ALL = "/api/v1/networks";
    private static final String OWN = "/api/v1/manage/networks";

    @Test
    void every_account_has_the_same_networks_before_it_adds_its_own() {
        assertThat(names(ALL))
                .containsExactly(
                        "email",
                        "phone",
                        "portal",
                        "social",
                        "photo",
                        "video",
                        "microblog",
                        "music",
                        "custom",
                        "vendora",
                        "vendorb");
        assertThat(names(ALL, "category", "pos")).containsExactly("vendora", "vendorb");
        assertThat(names(ALL, "category", "account_app")).containsExactly("portal");
        assertThat(names(OWN)).isEmpty();
        api.get(ALL, "category", "shops").mustBe(400);
        // The key alone is enough, as in a browser.
        new Api(api.url(), Map.of("Api-Key", String.valueOf(api.headers().get("Api-Key"))))
                .get(ALL)
                .mustBe(200);
    }

    @Test
    void an_accounts_own_network_is_added_changed_and_removed() throws Exception {
        JsonNode shop = api.post(OWN, "network", "Ada's shop", "description", "Records", "categories", "sales")
                .mustBe(200)
                .body();
        assertThat(shop.toString())
                .isEqualTo("{\"network\":\"Ada's shop\",\"description\":\"Records\",\"categories\":[\"sales\"]}");
        String one = OWN + "/Ada's%20shop";
        assertThat(api.get(one).mustBe(200).body()).isEqualTo(shop);
        assertThat(names(ALL)).hasSize(12).endsWith("Ada's shop");
        assertThat(names(ALL, "category", "sales")).containsExactly("vendora", "vendorb", "Ada's shop");

        String changed = "{\"network\":\"Ada's shop\",\"description\":null,\"categories\":[\"ads\",\"pos\"]}";
        var answer = api.postJson(one, "{\"description\":\"\",\"categories\":[\"pos\",\"ads\"]}")
                .mustBe(200);
        assertThat(answer.text()).isEqualTo(changed);
        assertThat(api.get(one).mustBe(200).text()).isEqualTo(changed);
        assertThat(names(ALL, "category", "sales")).containsExactly("vendora", "vendorb");
        api.post(one, "categories", "ads", "categories", "pos").mustBe(200);
        nothingIsRecordedSince(positionOf(answer));

        assertThat(api.delete(one).mustBe(200).text()).isEqualTo("true");
        assertThat(names(OWN)).isEmpty();
        assertThat(names(ALL)).hasSize(11);
        api.get(one).mustBe(404);
        api.post(one, "description", "gone").mustBe(404);
        api.delete(one).mustBe(404);
    }

    @Test
    void a_name_is_added_once_and_is_nobody_elses_affair() {
        add("shop");
        for (String taken : List.of("shop", "music")) {
            JsonNode problem = api.post(OWN, "network", taken).mustBe(400).body();
            assertThat(problem.at("/errors/0/field").asString()).isEqualTo("network");
        }
        for (String notOurs : List.of("music", "stall")) {
            api.get(OWN + "/" + notOurs).mustBe(404);
            api.post(OWN + "/" + notOurs, "description", "ours").mustBe(404);
            api.delete(OWN + "/" + notOurs).mustBe(404);
        }
        add("stall");
        assertThat(names(OWN)).containsExactly("shop", "stall");

        api = encore().newAccount();
        assertThat(names(OWN)).isEmpty();
        api.get(OWN + "/shop").mustBe(404);
        add("shop");
    }

    @Test
    void the_list_describes_and_an_identifier_may_name_any_network() {
        long fan = api.fan("ada@fans.example");
        add("shop");
        String identifiers = "/api/v1/crm/fans/" + fan + "/identifiers";
        for (String network : List.of("shop", "music", "nowhere")) {
            api.post(identifiers, "network", network, "identifier_value", "ada").mustBe(200);
        }
        api.delete(OWN + "/shop").mustBe(200);
        assertThat(names(identifiers)).containsExactly("shop", "music", "nowhere");
    }

    private void add(String name) {
        api.post(OWN, "network", name).mustBe(200);
    }

    private List<String> names(String path, Object... query) {
        return api.get(path, query)
                .mustBe(200)
                .body()
                .valueStream()
                .map(row -> row.get("network").asString())
                .toList();
    }
}
