package encore.api.access;

import static encore.api.GatewayUnderTest.DEFAULT_POINTS;

import encore.api.GatewayUnderTest;
import encore.infra.backend.ControlMessage;
import encore.kernel.people.Area;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What a page of another origin gets to see. */
class CorsTest {

    private static final String ALLOW = "Access-Control-Allow-Origin";

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Pages.class);

    @Test
    void any_page_may_read_what_a_key_opens() {
        get("/page", "https://fans.example")
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals(ALLOW, "*")
                .expectHeader()
                .valueMatches("Access-Control-Expose-Headers", ".*Encore-Position.*X-RateLimit-Remaining.*")
                .expectHeader()
                .doesNotExist("Access-Control-Allow-Credentials");
    }

    @Test
    void a_page_may_read_why_its_key_was_not_taken() {
        GATEWAY.anybody()
                .get()
                .uri("/page")
                .header("Origin", "https://fans.example")
                .exchange()
                .expectStatus()
                .isUnauthorized()
                .expectHeader()
                .valueEquals(ALLOW, "*");
    }

    @Test
    void an_accounts_own_list_narrows_that() {
        GATEWAY.backend.publish(
                new ControlMessage.Account(7, "Arena", null, List.of("https://fans.example"), DEFAULT_POINTS));
        get("/page", "https://fans.example")
                .expectHeader()
                .valueEquals(ALLOW, "https://fans.example")
                .expectHeader()
                .valueEquals("Vary", "Origin");
        get("/page", "https://others.example")
                .expectStatus()
                .isOk()
                .expectHeader()
                .doesNotExist(ALLOW);
    }

    @Test
    void a_call_with_a_secret_answers_no_page() {
        get("/server", "https://fans.example")
                .expectStatus()
                .isOk()
                .expectHeader()
                .doesNotExist(ALLOW);
        preflight("/server", "POST").expectHeader().doesNotExist(ALLOW);
    }

    @Test
    void a_preflight_allows_the_method_and_the_headers_of_a_key_endpoint() {
        preflight("/page", "GET")
                .expectStatus()
                .isNoContent()
                .expectHeader()
                .valueEquals(ALLOW, "*")
                .expectHeader()
                .valueEquals("Access-Control-Allow-Methods", "GET")
                .expectHeader()
                .valueMatches("Access-Control-Allow-Headers", ".*Api-Key.*Idempotency-Key.*")
                .expectHeader()
                .value(
                        "Access-Control-Allow-Headers",
                        headers -> org.assertj.core.api.Assertions.assertThat(headers)
                                .doesNotContain("Api-Secret"));
    }

    @Test
    void a_preflight_of_an_unknown_path_or_method_allows_nothing() {
        preflight("/nowhere", "GET").expectHeader().doesNotExist(ALLOW);
        preflight("/page", "DELETE").expectHeader().doesNotExist(ALLOW);
    }

    @ParameterizedTest
    @CsvSource({"/page, 'GET, OPTIONS'", "/server, 'GET, OPTIONS, POST'"})
    void a_request_of_options_without_a_page_is_answered_with_the_methods(String path, String methods) {
        GATEWAY.anybody()
                .options()
                .uri(path)
                .exchange()
                .expectStatus()
                .isNoContent()
                .expectHeader()
                .valueEquals("Allow", methods);
        GATEWAY.anybody().options().uri("/nowhere").exchange().expectStatus().isNotFound();
    }

    @Test
    void without_an_origin_nothing_is_said() {
        GATEWAY.server().get().uri("/page").exchange().expectHeader().doesNotExist(ALLOW);
    }

    private WebTestClient.ResponseSpec get(String path, String origin) {
        return GATEWAY.server().get().uri(path).header("Origin", origin).exchange();
    }

    private WebTestClient.ResponseSpec preflight(String path, String method) {
        return GATEWAY.anybody()
                .options()
                .uri(path)
                .header("Origin", "https://fans.example")
                .header("Access-Control-Request-Method", method)
                .exchange();
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Pages {

        @GetMapping("/page")
        Mono<String> page() {
            return Mono.just("page");
        }

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
        @GetMapping("/server")
        Mono<String> read() {
            return Mono.just("server");
        }

        @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
        @PostMapping("/server")
        Mono<String> write() {
            return Mono.just("server");
        }
    }
}
