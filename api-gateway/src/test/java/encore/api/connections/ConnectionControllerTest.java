package encore.api.connections;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.FakeBackend;
import encore.api.GatewayUnderTest;
import encore.kernel.Message;
import encore.kernel.Refusal;
import encore.kernel.connections.ConnectedFan;
import encore.kernel.connections.ConnectionCommand.ApproveConnection;
import encore.kernel.connections.ConnectionCommand.DeclineConnection;
import encore.kernel.connections.ConnectionCommand.RequestConnection;
import encore.kernel.connections.ConnectionId;
import encore.kernel.connections.ConnectionQuery.FindConnections;
import encore.kernel.connections.ConnectionStatus;
import encore.kernel.connections.FanConnections;
import encore.kernel.fans.DisplayNames;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;
import reactor.core.publisher.Mono;

class ConnectionControllerTest {

    private static final ConnectionId PAIR = new ConnectionId(7, 42, 43);
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ConnectionController.class);

    private final FakeBackend backend = GATEWAY.backend;
    private final WebTestClient client = GATEWAY.server();

    @BeforeEach
    void one_known_fan_with_two_connections() {
        backend.on(
                        FindConnections.class,
                        query -> query.fanId() == 42
                                ? FanConnections.of(
                                        List.of(
                                                new ConnectedFan(43, ConnectionStatus.PENDING, true, NOON),
                                                new ConnectedFan(44, ConnectionStatus.APPROVED, false, NOON)),
                                        new DisplayNames(Map.of(43L, "Ben")))
                                : Mono.error(new Refusal(Refusal.Kind.UNKNOWN, "unknown", "There is none.")))
                .on(RequestConnection.class, command -> new Message("asked"))
                .on(ApproveConnection.class, command -> new Message("approved"))
                .on(DeclineConnection.class, command -> new Message("declined"));
    }

    @Test
    void connections_carry_names_and_an_erased_fan_has_none() {
        client.get()
                .uri("/api/v1/crm/fan_connections/42?limit=2")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json("""
                        {"total_count": 2, "pending_approval_count": 1, "connections": [
                          {"fan_id": 43, "display_name": "Ben", "status": "pending", "is_requester": true,
                           "last_update_timestamp": 1772366400},
                          {"fan_id": 44, "display_name": null, "status": "approved", "is_requester": false,
                           "last_update_timestamp": 1772366400}]}""");
        assertThat(backend.asked).isEqualTo(List.of(new FindConnections(7, 42, 2)));
    }

    @Test
    void without_a_limit_all_are_asked_for() {
        client.get()
                .uri("/api/v1/crm/fan_connections/42")
                .exchange()
                .expectStatus()
                .isOk();
        assertThat(backend.asked).contains(new FindConnections(7, 42, null));
    }

    @Test
    void an_unknown_fan_has_no_connections_to_list() {
        client.get()
                .uri("/api/v1/crm/fan_connections/43")
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "application/x-www-form-urlencoded | connected_fan_id=43",
                "application/json | {\"connected_fan_id\": 43}"
            })
    void the_fan_in_the_path_asks(String type, String body) {
        post("/api/v1/crm/fan_connections/42", type, body)
                .expectStatus()
                .isOk()
                .expectBody()
                .json("{\"message\": \"asked\"}");
        assertThat(backend.sent).isEqualTo(List.of(new RequestConnection(PAIR, 42)));
    }

    @Test
    void the_fan_in_the_path_approves() {
        post("/api/v1/crm/fan_connections/requests/43", "connected_fan_id=42&is_approved=on")
                .expectStatus()
                .isOk();
        assertThat(backend.sent).isEqualTo(List.of(new ApproveConnection(PAIR, 43)));
    }

    @ParameterizedTest
    @CsvSource({"connected_fan_id=42", "connected_fan_id=42&is_approved=false"})
    void it_declines_unless_it_approves(String form) {
        post("/api/v1/crm/fan_connections/requests/43", form).expectStatus().isOk();
        assertThat(backend.sent).isEqualTo(List.of(new DeclineConnection(PAIR, 43)));
    }

    @ParameterizedTest
    @CsvSource({
        "/api/v1/crm/fan_connections/42, '', connected_fan_id",
        "/api/v1/crm/fan_connections/42, connected_fan_id=ben, connected_fan_id",
        "/api/v1/crm/fan_connections/requests/43, connected_fan_id=42&is_approved=maybe, is_approved"
    })
    void a_wrong_field_is_named(String path, String form, String field) {
        post(path, form)
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
        assertThat(backend.sent).isEmpty();
    }

    private WebTestClient.ResponseSpec post(String path, String form) {
        return post(path, MediaType.APPLICATION_FORM_URLENCODED_VALUE, form);
    }

    private WebTestClient.ResponseSpec post(String path, String type, String body) {
        return client.post()
                .uri(path)
                .contentType(MediaType.parseMediaType(type))
                .bodyValue(body)
                .exchange();
    }
}
