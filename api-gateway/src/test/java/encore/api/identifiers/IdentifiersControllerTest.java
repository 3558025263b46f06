package encore.api.identifiers;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.identifiers.ChangedIdentifiers;
import encore.kernel.identifiers.FanIdentifier;
import encore.kernel.identifiers.IdentifierCommand.AddIdentifier;
import encore.kernel.identifiers.IdentifierCommand.AssignMemberId;
import encore.kernel.identifiers.IdentifierCommand.RemoveIdentifier;
import encore.kernel.identifiers.IdentifierQuery.FindFanIdentifiers;
import encore.kernel.identifiers.IdentifierQuery.SearchIdentifiers;
import encore.kernel.identifiers.IdentifiersId;
import encore.kernel.identifiers.MemberId;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class IdentifiersControllerTest {

    private static final IdentifiersId ADAS = new IdentifiersId(new FanId(7, 42));
    private static final FanIdentifier ADA_ON_MUSIC =
            new FanIdentifier(7, 42, "music", "ada", Instant.parse("2026-03-01T12:00:00Z"));
    private static final String ROWS = """
            [{"account_id": 7, "fan_id": 42, "network": "music", "identifier_value": "ada",
              "creation_timestamp": 1772366400, "creation_timestamp_iso": "2026-03-01T12:00:00Z"}]""";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(IdentifiersController.class, MemberIdController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_known_fan() {
        backend.on(SearchIdentifiers.class, query -> List.of(ADA_ON_MUSIC))
                .on(
                        FindFanIdentifiers.class,
                        query -> query.fanId() == 42
                                ? List.of(ADA_ON_MUSIC)
                                : Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is none.")))
                .on(AddIdentifier.class, command -> new ChangedIdentifiers(42))
                .on(RemoveIdentifier.class, command -> new ChangedIdentifiers(42))
                .on(AssignMemberId.class, command -> new MemberId(42, "0AB"));
    }

    @Test
    void identifiers_of_a_network_are_listed_a_thousand_unless_said_otherwise() {
        get("/api/v1/crm/fan_identifiers?network=music").isOk().expectBody().json(ROWS);
        get("/api/v1/crm/fan_identifiers?network=music&identifier_value=ada&limit=5")
                .isOk();
        assertThat(backend.asked)
                .isEqualTo(List.of(
                        new SearchIdentifiers(7, "music", null, 1_000), new SearchIdentifiers(7, "music", "ada", 5)));
    }

    @ParameterizedTest
    @CsvSource({
        "'', network",
        "network=, network",
        "network=music&limit=0, limit",
        "network=music&limit=10001, limit",
        "network=music&limit=ten, limit"
    })
    void a_search_names_what_is_wrong(String query, String field) {
        get("/api/v1/crm/fan_identifiers?" + query)
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.asked).isEmpty();
    }

    @Test
    void a_fan_lists_its_own() {
        get("/api/v1/crm/fans/42/identifiers?network=music&identifier_value=")
                .isOk()
                .expectBody()
                .json(ROWS);
        assertThat(backend.asked).contains(new FindFanIdentifiers(7, 42, "music", null));
    }

    @ParameterizedTest
    @ValueSource(strings = {"43", "nobody"})
    void the_identifiers_of_an_invalid_fan_are_not_found(String fan) {
        get("/api/v1/crm/fans/" + fan + "/identifiers").isNotFound();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | network=music&identifier_value=Ada+L",
                "application/json | {\"network\": \"music\", \"identifier_value\": \"Ada L\"}"
            })
    void adding_answers_true(String type, String body) {
        client.post()
                .uri("/api/v1/crm/fans/42/identifiers")
                .contentType(MediaType.parseMediaType(type))
                .bodyValue(body)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new AddIdentifier(ADAS, "music", "Ada L")));
    }

    @Test
    void removing_answers_true() {
        client.delete()
                .uri("/api/v1/crm/fans/42/identifiers?network=music&identifier_value=ada")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        assertThat(backend.sent).isEqualTo(List.of(new RemoveIdentifier(ADAS, "music", "ada")));
    }

    @Test
    void network_and_value_are_both_required() {
        client.delete()
                .uri("/api/v1/crm/fans/42/identifiers?network=music")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("identifier_value");
        client.post()
                .uri("/api/v1/crm/fans/42/identifiers")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("identifier_value=ada")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("network");
        assertThat(backend.sent).isEmpty();
    }

    @Test
    void a_fan_gets_a_member_id() {
        client.post()
                .uri("/api/v1/ent/fans/42/member_id")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"fan_id\": 42, \"member_id\": \"0AB\"}");
        assertThat(backend.sent).isEqualTo(List.of(new AssignMemberId(ADAS)));
    }

    private StatusAssertions get(String path) {
        return client.get().uri(path).exchange().expectStatus();
    }
}
