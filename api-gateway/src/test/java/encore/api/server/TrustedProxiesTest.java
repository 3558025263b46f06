package encore.api.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Whose word is taken for where a call came from. */
class TrustedProxiesTest {

    private static final GatewayUnderTest GATEWAY =
            GatewayUnderTest.with(Map.of("encore.trusted-proxies", "127.0.0.1,10.0.0.0/8, 2001:db8::/32"), Echo.class);

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "192.0.2.1 | 192.0.2.1",
                "203.0.113.9, 192.0.2.1 | 192.0.2.1",
                "203.0.113.9, 192.0.2.1, 10.1.2.3 | 192.0.2.1",
                "192.0.2.1:4711 | 192.0.2.1",
                "[2a00::7]:4711 | 2a00:0:0:0:0:0:0:7",
                "2a00::7, 2001:db8::1 | 2a00:0:0:0:0:0:0:7",
                "10.1.2.3 | 10.1.2.3",
                "unknown | 127.0.0.1",
                "192.0.2.1, nonsense | 127.0.0.1",
                "192.0.2.1, nonsense, 10.1.2.3 | 10.1.2.3",
                "example.org | 127.0.0.1"
            })
    void the_first_from_the_right_that_is_no_proxy_is_the_caller(String header, String caller) {
        said("X-Forwarded-For", header).isEqualTo("\"" + caller + " http\"");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "for=192.0.2.1 | 192.0.2.1 http",
                "for=203.0.113.9, For=\"192.0.2.1:80\";proto=https | 192.0.2.1 https",
                "for=192.0.2.1;proto=https, by=10.0.0.1;for=10.1.2.3 | 192.0.2.1 http",
                "for=\"[2a00::7]:4711\" | 2a00:0:0:0:0:0:0:7 http",
                "for=_hidden | 127.0.0.1 http"
            })
    void forwarded_is_read_likewise(String header, String expected) {
        said("Forwarded", header).isEqualTo("\"" + expected + "\"");
    }

    @Test
    void where_the_two_disagree_neither_is_believed() {
        String said = GATEWAY.anybody()
                .get()
                .uri("/echo")
                .header("Forwarded", "for=192.0.2.1")
                .header("X-Forwarded-For", "192.0.2.2")
                .exchange()
                .expectBody(String.class)
                .returnResult()
                .getResponseBody();
        assertThat(said).isEqualTo("\"127.0.0.1 http\"");
    }

    @Test
    void without_a_proxy_nobody_is_believed() {
        try (var alone = GatewayUnderTest.with(Echo.class)) {
            alone.anybody()
                    .get()
                    .uri("/echo")
                    .header("X-Forwarded-For", "192.0.2.1")
                    .header("X-Forwarded-Proto", "https")
                    .exchange()
                    .expectBody(String.class)
                    .isEqualTo("\"127.0.0.1 http\"");
        }
    }

    @Test
    void with_tls_browsers_are_asked_to_come_by_tls_alone() {
        String header = "Strict-Transport-Security";
        var plain = GATEWAY.anybody().get().uri("/echo").exchange();
        plain.expectHeader().doesNotExist(header).expectHeader().valueEquals("Cache-Control", "no-store");
        GATEWAY.anybody()
                .get()
                .uri("/echo")
                .header("X-Forwarded-Proto", "https")
                .exchange()
                .expectHeader()
                .valueEquals(header, "max-age=31536000");
    }

    @Test
    void a_value_that_is_no_network_fails_the_start_with_a_sentence() {
        assertThatThrownBy(() -> GatewayUnderTest.with(Map.of("encore.trusted-proxies", "10.0.0.0/40"), Echo.class)
                        .close())
                .hasStackTraceContaining("'10.0.0.0/40' is none.");
    }

    private static WebTestClient.BodySpec<String, ?> said(String name, String value) {
        return GATEWAY.anybody()
                .get()
                .uri("/echo")
                .header(name, value)
                .exchange()
                .expectBody(String.class);
    }

    @RestController
    @Access(lock = Lock.OPEN)
    static class Echo {

        @GetMapping("/echo")
        Mono<String> echo(ServerHttpRequest request) {
            return Mono.just(Objects.requireNonNull(request.getRemoteAddress())
                            .getAddress()
                            .getHostAddress() + " " + request.getURI().getScheme());
        }
    }
}
