package encore.api.networks;

import static encore.api.GatewayUnderTest.naming;
import static encore.kernel.networks.NetworkCategory.ADS;
import static encore.kernel.networks.NetworkCategory.SALES;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Patch;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkQuery.FindNetworks;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.networks.NetworksId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;

class NetworksControllerTest {

    private static final NetworksId OURS = new NetworksId(7);
    private static final Network SHOP = new Network("our shop", "Records & more", List.of(ADS, SALES));
    private static final String SHOP_JSON =
            "{\"network\": \"our shop\", \"description\": \"Records & more\", \"categories\": [\"ads\", \"sales\"]}";
    private static final String MANAGED = "/api/v1/manage/networks";

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(NetworksController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_network() {
        backend.sent.clear();
        backend.asked.clear();
        backend.on(FindNetworks.class, query -> List.of(SHOP))
                .on(FindOwnNetworks.class, query -> List.of(SHOP))
                .on(FindOwnNetwork.class, query -> SHOP)
                .on(AddNetwork.class, command -> SHOP)
                .on(ChangeNetwork.class, command -> SHOP)
                .on(RemoveNetwork.class, command -> SHOP);
    }

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @Test
    void a_key_alone_reads_all_networks_or_those_of_a_category() {
        var anybody = GATEWAY.anybody();
        for (String query : List.of("", "&category=", "&category=account_app")) {
            anybody.get()
                    .uri("/api/v1/networks?api_key=" + GatewayUnderTest.API_KEY + query)
                    .exchange()
                    .expectStatus()
                    .isOk()
                    .expectBody()
                    .json("[" + SHOP_JSON + "]");
        }
        assertThat(backend.asked)
                .extracting(Object::toString)
                .containsExactly(
                        "FindNetworks[account=7, category=null]",
                        "FindNetworks[account=7, category=null]",
                        "FindNetworks[account=7, category=ACCOUNT_APP]");
        anybody.get()
                .uri(MANAGED + "?api_key=" + GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
    }

    @Test
    void an_unknown_category_is_named() {
        naming(client.get().uri("/api/v1/networks?category=Ads").exchange().expectStatus(), "category");
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void the_accounts_own_are_listed_and_read_by_their_name() {
        client.get().uri(MANAGED).exchange().expectStatus().isOk().expectBody().json("[" + SHOP_JSON + "]");
        client.get()
                .uri(MANAGED + "/our shop")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(SHOP_JSON);
        assertThat(backend.asked).isEqualTo(List.of(new FindOwnNetworks(7), new FindOwnNetwork(7, "our shop")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | description=Records+%26+more&categories=sales&categories=ads",
                "application/json | {\"description\": \"Records & more\", \"categories\": [\"ads\", \"sales\"]}"
            })
    void one_is_described_anew_under_its_name(String type, String body) {
        GATEWAY.post(MANAGED + "/our shop", type, body).isOk().expectBody().json(SHOP_JSON);
        assertThat(backend.sent).isEqualTo(List.of(new ChangeNetwork(OURS, Patch.of(SHOP))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | network=our+shop",
                "application/json | {\"network\": \"our shop\"}"
            })
    void one_is_added_of_which_nothing_is_said(String type, String body) {
        GATEWAY.post(MANAGED, type, body).isOk().expectBody().json(SHOP_JSON);
        assertThat(backend.sent).isEqualTo(List.of(new AddNetwork(OURS, new Network("our shop", null, null))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | description=&categories=",
                "application/json | {\"description\": null, \"categories\": []}"
            })
    void an_empty_value_clears_the_component(String type, String body) {
        GATEWAY.post(MANAGED + "/shop", type, body).isOk();
        var change = new Patch<>(new Network("shop", null, List.of()), Set.of("description"));
        assertThat(backend.sent).isEqualTo(List.of(new ChangeNetwork(OURS, change)));
    }

    @ParameterizedTest
    @CsvSource({
        "description=x, network",
        "network=+, network",
        "network=shop&categories=ads&categories=Sales, categories"
    })
    void a_new_one_that_cannot_be_names_what_is_wrong(String form, String field) {
        naming(GATEWAY.post(MANAGED, "application/x-www-form-urlencoded", form), field);
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_name_has_255_characters_at_most() {
        naming(GATEWAY.post(MANAGED, "application/x-www-form-urlencoded", "network=" + "x".repeat(256)), "network");
        GATEWAY.post(MANAGED, "application/x-www-form-urlencoded", "network=" + "x".repeat(255))
                .isOk();
    }

    @Test
    void a_name_that_none_can_have_is_unknown() {
        client.get()
                .uri(MANAGED + "/" + "x".repeat(256))
                .exchange()
                .expectStatus()
                .isNotFound();
        GATEWAY.post(MANAGED + "/ ", "application/json", "{}").isNotFound();
        assertThat(backend.asked).isEmpty();
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void removing_answers_true() {
        client.delete()
                .uri(MANAGED + "/our shop")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemoveNetwork(OURS, "our shop")));
    }
}
