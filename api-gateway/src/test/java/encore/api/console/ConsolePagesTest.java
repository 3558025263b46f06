package encore.api.console;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.test.web.reactive.server.WebTestClient;

/** The console's files. */
class ConsolePagesTest {

    @RegisterExtension
    static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(ConsoleController.class, FrontDoor.class);

    private static Stream<String> files() throws Exception {
        Path directory = Path.of(
                ConsoleController.class.getResource("/console/index.html").toURI());
        try (Stream<Path> ours = Files.list(directory.getParent())) {
            return Stream.concat(
                    Stream.of("", "pico.min.css", "uPlot.esm.js", "uPlot.min.css"),
                    ours.map(file -> file.getFileName().toString()).toList().stream());
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void pages_come_with_a_policy_that_lets_nothing_in_from_elsewhere(String file) {
        GATEWAY.anybody()
                .get()
                .uri("/console/" + file)
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .value(
                        "Content-Security-Policy",
                        policy -> assertThat(policy)
                                .contains("default-src 'self'", "frame-ancestors 'none'")
                                .doesNotContain("unsafe"))
                .expectHeader()
                .valueEquals("X-Content-Type-Options", "nosniff");
    }

    @Test
    void a_browser_that_opens_the_address_of_the_installation_is_led_to_the_console() {
        root("text/html,application/xhtml+xml,*/*;q=0.8")
                .expectStatus()
                .isFound()
                .expectHeader()
                .location("/console/");
    }

    @ParameterizedTest
    @ValueSource(strings = {"*/*", "application/json", "text/*"})
    void a_program_finds_nothing_at_the_address_of_the_installation(String accept) {
        root(accept).expectStatus().isNotFound().expectHeader().contentType(MediaType.APPLICATION_PROBLEM_JSON);
    }

    private static WebTestClient.ResponseSpec root(String accept) {
        return GATEWAY.anybody()
                .get()
                .uri("/")
                .header(HttpHeaders.ACCEPT, accept)
                .exchange();
    }

    @Test
    void a_page_that_did_not_change_is_not_sent_again_and_an_unknown_one_is_unknown() {
        String tag = GATEWAY.anybody()
                .get()
                .uri("/console/console.js")
                .exchange()
                .returnResult(Void.class)
                .getResponseHeaders()
                .getETag();
        GATEWAY.anybody()
                .get()
                .uri("/console/console.js")
                .header(HttpHeaders.IF_NONE_MATCH, tag)
                .exchange()
                .expectStatus()
                .isNotModified();
        GATEWAY.anybody()
                .get()
                .uri("/console/secrets.js")
                .exchange()
                .expectStatus()
                .isNotFound();
        GATEWAY.anybody()
                .get()
                .uri("/console")
                .exchange()
                .expectStatus()
                .isFound()
                .expectHeader()
                .location("/console/");
    }
}
