package encore.api.props;

import static encore.api.GatewayUnderTest.naming;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.kernel.accounts.AccountId;
import encore.kernel.props.PropCommand.RemoveNamedProp;
import encore.kernel.props.PropCommand.SetProp;
import encore.kernel.props.PropQuery.FindProp;
import encore.kernel.props.PropUid;
import encore.kernel.props.PropValue;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.StatusAssertions;
import tools.jackson.databind.json.JsonMapper;

class PropsControllerTest {

    private static final String PATH = "/api/v1/props/tour.x";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(PropsController.class, ManagedPropsController.class);

    @BeforeEach
    void props() {
        GATEWAY.backend
                .on(FindProp.class, query -> new PropValue(JsonMapper.shared().readTree("{\"a\":1}")))
                .on(SetProp.class, command -> new PropUid("p"))
                .on(
                        RemoveNamedProp.class,
                        command -> new PropUid(command.propName().equals("none") ? null : "p"));
    }

    @Test
    void the_key_alone_reads_a_value_that_nothing_caches() {
        GATEWAY.anybody()
                .get()
                .uri(PATH)
                .header("Api-Key", GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Cache-Control", "no-store")
                .expectBody(String.class)
                .isEqualTo("{\"a\":1}");
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void storing_needs_the_secret() {
        GATEWAY.anybody()
                .get()
                .uri(PATH + "?props=1")
                .header("Api-Key", GatewayUnderTest.API_KEY)
                .exchange()
                .expectStatus()
                .isUnauthorized();
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void a_value_is_stored_from_the_query_and_from_the_body() {
        get("?props=%7B%22b%22%3A%20%5B1.50%5D%7D").isOk();
        body(MediaType.APPLICATION_JSON, "{\"props\": {\"b\": [1.50]}}").isOk();
        body(MediaType.APPLICATION_FORM_URLENCODED, "props=%7B%22b%22%3A%5B1.50%5D%7D")
                .isOk();
        assertThat(GATEWAY.backend.sent)
                .hasSize(3)
                .allSatisfy(command -> assertThat(((SetProp) command).value()).isEqualTo("{\"b\":[1.50]}"));
        assertThat(GATEWAY.backend.sent.getFirst().toString()).doesNotContain("1.50");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1E+300", "1E+2", "1.7976931348623157E+308", "4.9E-324", "0.10", "12345678901234567890.5"})
    void a_number_is_stored_as_it_is_sent(String number) {
        body(MediaType.APPLICATION_JSON, "{\"props\": {\"n\": " + number + "}}").isOk();
        assertThat(GATEWAY.backend.sent)
                .allSatisfy(command -> assertThat(((SetProp) command).value()).isEqualTo("{\"n\":" + number + "}"))
                .isNotEmpty();
    }

    @Test
    void a_number_that_no_double_holds_is_named() {
        for (String number : List.of("1e309", "-1e309", "1e999999999", "1e-999999999", "1".repeat(401))) {
            naming(body(MediaType.APPLICATION_JSON, "{\"props\": [" + number + "]}"), "props");
        }
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void null_removes() {
        get("?props=null").isOk();
        body(MediaType.APPLICATION_JSON, "{\"props\": null}").isOk();
        var removal = new RemoveNamedProp(new AccountId(7), "tour.x");
        assertThat(GATEWAY.backend.sent).isEqualTo(List.of(removal, removal));
    }

    @Test
    void a_head_request_stores_nothing() {
        GATEWAY.server().head().uri(PATH + "?props=1").exchange().expectStatus().isOk();
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"?props=text", "?props=%7B", "?props=", "?props=1%202"})
    void a_value_that_is_no_json_is_named(String query) {
        naming(get(query), "props");
        assertThat(GATEWAY.backend.sent).isEmpty();
    }

    @Test
    void a_value_has_at_most_64_kibibytes() {
        naming(body(MediaType.APPLICATION_JSON, "{\"props\": \"" + "a".repeat(65_535) + "\"}"), "props");
        body(MediaType.APPLICATION_JSON, "{\"props\": \"" + "a".repeat(65_534) + "\"}")
                .isOk();
    }

    @Test
    void staff_removes_a_value_and_an_unknown_one_is_unknown() {
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/props/tour.x")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
        GATEWAY.server()
                .delete()
                .uri("/api/v1/manage/props/none")
                .exchange()
                .expectStatus()
                .isNotFound();
    }

    private static StatusAssertions get(String query) {
        return GATEWAY.server()
                .get()
                .uri(URI.create("http://127.0.0.1:" + GATEWAY.port() + PATH + query))
                .exchange()
                .expectStatus();
    }

    private static StatusAssertions body(MediaType type, String body) {
        return GATEWAY.server()
                .method(HttpMethod.GET)
                .uri(PATH)
                .contentType(type)
                .bodyValue(body)
                .exchange()
                .expectStatus();
    }
}
