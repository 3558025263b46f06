package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.matchesPattern;

import encore.api.GatewayOnPort;
import encore.api.input.Params;
import encore.api.paging.Pages;
import encore.api.problems.Problem;
import encore.api.wire.StreamedListing;
import encore.api.wire.Wire;
import encore.kernel.Refusal;
import encore.kernel.paging.Page;
import encore.kernel.time.WireTime;
import jakarta.validation.constraints.Size;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.Socket;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.stereotype.Component;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What every feature can rely on, over a real port. */
class HttpContractTest {

    private static GatewayOnPort server;
    private static WebTestClient client;

    @BeforeAll
    static void start() {
        server = GatewayOnPort.core(Examples.class, Doorman.class);
        client = server.client();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void a_form_json_and_the_query_reach_the_handler_alike() {
        String answer = "{\"fan_id\":7,\"first_name\":\"Jo\",\"tags\":[\"a\",\"b\"]}";
        client.post()
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("first_name=Jo&tags=a&tags=b&fan_id=8")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(answer);
        client.post()
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"first_name\":\"Jo\",\"tags\":[\"a\",\"b\"]}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(answer);
        client.get()
                .uri("/api/v1/examples/7?first_name=Jo&tags[]=a&tags[]=b")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .json(answer);
        client.method(HttpMethod.DELETE)
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"first_name\":\"Jo\"}")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("true");
    }

    @Test
    void wrong_input_is_a_problem_that_names_every_field() {
        client.post()
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"first_name\":\"too long a name\"}")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON)
                .expectHeader()
                .valueMatches("X-Request-Id", "[0-9a-f-]{36}")
                .expectBody()
                .jsonPath("$.type")
                .isEqualTo("/problems/invalid-input")
                .jsonPath("$.title")
                .isEqualTo("Bad Request")
                .jsonPath("$.status")
                .isEqualTo(400)
                .jsonPath("$.detail")
                .isEqualTo("first_name: must have at most 5 characters")
                .jsonPath("$.message")
                .isEqualTo("first_name: must have at most 5 characters")
                .jsonPath("$.request_id")
                .value(matchesPattern("[0-9a-f-]{36}"))
                .jsonPath("$.errors[0].field")
                .isEqualTo("first_name")
                .jsonPath("$.errors[0].code")
                .isEqualTo("length");
    }

    @ParameterizedTest
    @CsvSource({
        "GET,  /nothing/here,                 404",
        "POST, /nothing/here,                 404",
        "GET,  /,                             404",
        "PUT,  /api/v1/examples/7,            405",
        "GET,  /api/v1/examples/abc,          404",
        "GET,  /api/v1/examples/%00,          404",
        "GET,  /api/v1/examples/%ff,          404",
        "GET,  /api/v1/examples/7/more,       404",
        "GET,  /api/v1/examples/refused/RULE, 400",
        "GET,  /api/v1/examples/refused/UNKNOWN,     404",
        "GET,  /api/v1/examples/refused/CONFLICT,    409",
        "GET,  /api/v1/examples/refused/UNAVAILABLE, 503",
        "GET,  /api/v1/examples/broken,       500",
        "GET,  /api/v1/examples/thrown,       500",
        "GET,  /api/v1/examples/broken-stream, 500",
        "GET,  /api/v1/examples/7?a=b|c{,     200",
        "GET,  /api/v1/examples/7?first_name=%ff, 400",
        "GET,  /api/v1/examples/7?first_name=%zz, 400",
        "GET,  /api/v1/examples/%zz, 404",
        "GET,  //,  404",
        "GET,  /api/v1/examples/7?first_name=%,  400",
        "GET,  /closed,                       401",
    })
    void whatever_goes_wrong_is_a_problem(String method, String path, int status) throws IOException {
        String answer = raw(method + " " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        assertThat(answer).startsWith("HTTP/1.1 " + status + " ").containsIgnoringCase("x-request-id: ");
        if (status >= 400) {
            assertThat(answer)
                    .containsIgnoringCase("content-type: application/problem+json")
                    .contains("\"status\":" + status)
                    .doesNotContain("Exception", "encore.", "java.", "secret");
        }
    }

    @Test
    void a_wrong_method_names_the_right_ones_and_unavailable_says_when() {
        client.put()
                .uri("/api/v1/examples/7")
                .exchange()
                .expectStatus()
                .isEqualTo(HttpStatus.METHOD_NOT_ALLOWED)
                .expectHeader()
                .value("Allow", allow -> assertThat(allow.split(", ")).contains("GET", "POST", "DELETE"));
        client.get()
                .uri("/api/v1/examples/refused/UNAVAILABLE")
                .exchange()
                .expectHeader()
                .valueEquals("Retry-After", "1");
    }

    @Test
    void a_body_that_is_too_large_is_413_however_it_comes() throws IOException {
        byte[] tenMegabytes = new byte[10 << 20];
        client.post()
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue(tenMegabytes)
                .exchange()
                .expectStatus()
                .isEqualTo(413)
                .expectHeader()
                .contentType(MediaType.APPLICATION_PROBLEM_JSON);
        client.post()
                .uri("/api/v1/examples/7")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .body(Flux.range(0, 20).map(i -> "x".repeat(100_000)), String.class)
                .exchange()
                .expectStatus()
                .isEqualTo(413);
        assertThat(raw("POST /api/v1/examples/7 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n"))
                .startsWith("HTTP/1.1 413 ");
    }

    @Test
    void a_request_keeps_its_own_sane_id_and_no_other() {
        client.get()
                .uri("/api/v1/examples/7")
                .header("X-Request-Id", "mine-1.a_B")
                .exchange()
                .expectHeader()
                .valueEquals("X-Request-Id", "mine-1.a_B")
                .expectHeader()
                .valueEquals("X-Content-Type-Options", "nosniff");
        client.get()
                .uri("/api/v1/examples/7")
                .header("X-Request-Id", "<script>")
                .exchange()
                .expectHeader()
                .valueMatches("X-Request-Id", "[0-9a-f-]{36}");
    }

    @Test
    void answers_are_json_in_wire_names_times_and_plain_numbers() {
        client.get()
                .uri("/api/v1/examples/times")
                .accept(MediaType.TEXT_HTML)
                .exchange()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(String.class)
                .isEqualTo("{\"creation_timestamp\":1700000000,\"creation_timestamp_iso\":\"2023-11-14T22:13:20Z\","
                        + "\"iso\":\"2023-11-14T22:13:20Z\",\"seconds\":1700000000,\"never\":null,\"never_iso\":null,"
                        + "\"paid_amount\":1000000.00,\"latitude\":0.0001,\"is_guest\":false}");
        client.get()
                .uri("/api/v1/examples/nothing")
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody(String.class)
                .isEqualTo("null");
    }

    @Test
    void a_list_without_a_limit_is_walked_page_by_page_and_written_whole() {
        client.get()
                .uri("/api/v1/examples/numbers?count=1000")
                .exchange()
                .expectHeader()
                .contentType(MediaType.APPLICATION_JSON)
                .expectBody(String.class)
                .value(body -> assertThat(Wire.INPUT.readTree(body)).hasSize(1000));
        client.get()
                .uri("/api/v1/examples/numbers?count=0")
                .exchange()
                .expectBody(String.class)
                .isEqualTo("[]");
        client.get()
                .uri("/api/v1/examples/with-meta?count=130")
                .exchange()
                .expectBody()
                .jsonPath("$.meta.total_count")
                .isEqualTo(130)
                .jsonPath("$.data.length()")
                .isEqualTo(130);
    }

    /** Overlong sequences, halves of surrogate pairs, what lies beyond Unicode, and other encodings. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u00C0\u00AF",
                "\u00C1\u0081",
                "\u00E0\u0080\u00AF",
                "\u00F0\u0080\u0080\u00AF",
                "\u00ED\u00A0\u0080",
                "\u00F4\u0090\u0080\u0080",
                "\u00FC\u0080\u0080\u0080\u0080\u00AF",
                "\u00C3",
                "\u0080",
                "\u00FF"
            })
    void text_that_is_not_utf_8_is_refused_wherever_it_stands(String latin) throws IOException {
        StringBuilder escaped = new StringBuilder();
        latin.chars().forEach(octet -> escaped.append("%%%02X".formatted(octet)));
        assertThat(post("application/json", "{\"first_name\":\"a" + latin + "b\"}"))
                .startsWith("HTTP/1.1 400");
        assertThat(post("application/json", "{\"a" + latin + "b\":\"a\"}")).startsWith("HTTP/1.1 400");
        assertThat(post("application/x-www-form-urlencoded", "first_name=a" + latin + "b"))
                .startsWith("HTTP/1.1 400");
        assertThat(post("application/x-www-form-urlencoded", "first_name=" + escaped))
                .startsWith("HTTP/1.1 400");
        String end = " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
        assertThat(raw("GET /api/v1/examples/7?first_name=" + escaped + end)).startsWith("HTTP/1.1 400");
        assertThat(raw("GET /api/v1/examples/7?first_name=" + latin + end)).startsWith("HTTP/1.1 400");
        assertThat(raw("GET /api/v1/examples/" + escaped + end)).startsWith("HTTP/1.1 404");
    }

    @Test
    void json_in_another_encoding_than_utf_8_is_refused() throws IOException {
        String json = "{\"first_name\":\"Jo\"}";
        for (String charset : List.of("UTF-16BE", "UTF-16LE", "UTF-16", "UTF-32BE", "UTF-32LE")) {
            String latin = new String(json.getBytes(Charset.forName(charset)), StandardCharsets.ISO_8859_1);
            assertThat(post("application/json", latin)).as(charset).startsWith("HTTP/1.1 400");
        }
        assertThat(post("application/json", json)).startsWith("HTTP/1.1 200");
    }

    private static String post(String type, String body) throws IOException {
        return raw("POST /api/v1/examples/7 HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: " + type
                + "\r\nContent-Length: " + body.length() + "\r\n\r\n" + body);
    }

    @Test
    void a_request_that_is_no_http_is_answered_with_a_problem_too() throws IOException {
        String end = " HTTP/1.1\r\nHost: x\r\n\r\n";
        assertUnreadable(414, "GET /" + "x".repeat(100_000) + end);
        assertUnreadable(431, "GET / HTTP/1.1\r\nHost: x\r\nX-Long: " + "x".repeat(100_000) + "\r\n\r\n");
        assertUnreadable(400, "NONSENSE\r\n\r\n");
        assertUnreadable(505, "GET / HTTP/2.0\r\nHost: x\r\n\r\n");
        assertUnreadable(400, "GET / HTTP/x.y\r\n\r\n");
        assertUnreadable(400, "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n");
        assertUnreadable(
                400,
                "POST /api/v1/examples/7 HTTP/1.1\r\n"
                        + "Host: x\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n"
                        + "zz\r\n"
                        + "abc\r\n"
                        + "0\r\n\r\n");
    }

    /** Closing on what is still being sent resets the connection, and the answer with it: not each time. */
    @Test
    void a_client_that_is_still_sending_hears_its_mistake() throws IOException {
        for (int i = 0; i < 30; i++) {
            assertUnreadable(414, "GET /" + "x".repeat(1_000_000) + " HTTP/1.1\r\nHost: x\r\n\r\n");
        }
    }

    private static void assertUnreadable(int status, String request) throws IOException {
        assertThat(raw(request))
                .startsWith("HTTP/1.1 " + status + " ")
                .containsIgnoringCase("content-type: application/problem+json")
                .containsIgnoringCase("x-request-id: ")
                .contains("\"status\":" + status)
                .doesNotContain("Exception");
    }

    private static String raw(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Component
    @Order(0)
    static class Doorman implements WebFilter {
        @Override
        public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
            return exchange.getRequest().getPath().value().equals("/closed")
                    ? Mono.error(Problem.unauthorized("key", "No such key."))
                    : chain.filter(exchange);
        }
    }

    @Test
    void an_unknown_parameter_is_ignored_unless_the_caller_wants_strict_handling() {
        String path = "/api/v1/examples/7?first_nam=Ada&tags=a&api_key=k";
        client.get().uri(path).exchange().expectStatus().isOk().expectHeader().doesNotExist("Preference-Applied");
        client.get()
                .uri(path)
                .header("Prefer", "return=minimal, Handling = \"strict\"; x=1")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectHeader()
                .valueEquals("Preference-Applied", "handling=strict")
                .expectBody()
                .jsonPath("$.errors.length()")
                .isEqualTo(1)
                .jsonPath("$.errors[0].field")
                .isEqualTo("first_nam")
                .jsonPath("$.errors[0].code")
                .isEqualTo("unknown");
        client.post()
                .uri("/api/v1/examples/7?tag=b")
                .header("Prefer", "handling=strict")
                .contentType(MediaType.APPLICATION_JSON)
                .bodyValue("{\"first_name\": \"Ada\", \"surname\": \"L\"}")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[*].field")
                .value(fields -> assertThat(fields).asString().contains("tag", "surname"));
        client.get()
                .uri("/api/v1/examples/7?first_name=Ada&tags[]=a&session_uid=s")
                .header("Prefer", "handling=strict")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Preference-Applied", "handling=strict");
        client.get()
                .uri("/api/v1/examples/times?when=now")
                .header("Prefer", "handling=strict")
                .exchange()
                .expectStatus()
                .isBadRequest();
    }

    @RestController
    @RequestMapping("/api/v1/examples")
    static class Examples {

        record In(long fanId, @Nullable @Size(max = 5) String firstName, List<String> tags) {}

        record Count(int count) {}

        record Total(int totalCount) {}

        record Times(
                @WireTime(WireTime.Form.BOTH) Instant creationTimestamp,
                @WireTime(WireTime.Form.ISO) Instant iso,
                @WireTime(WireTime.Form.SECONDS) Instant seconds,
                @WireTime(WireTime.Form.BOTH) @Nullable Instant never,
                BigDecimal paidAmount,
                double latitude,
                boolean isGuest) {}

        @GetMapping("/{fan_id}")
        Mono<In> get(@Params In in) {
            return Mono.just(in);
        }

        @PostMapping("/{fan_id}")
        Mono<In> post(@Params In in) {
            return Mono.just(in);
        }

        @DeleteMapping("/{fan_id}")
        Mono<Boolean> delete(@Params In in) {
            return Mono.just(in.firstName() != null);
        }

        @GetMapping("/refused/{kind}")
        Mono<In> refused(@Params RefuseAs in) {
            return Mono.error(new Refusal(Refusal.Kind.valueOf(in.kind()), "a-rule", "fan_id", "It is a rule."));
        }

        record RefuseAs(String kind) {}

        @GetMapping("/broken")
        Mono<In> broken() {
            return Mono.error(new IllegalStateException("secret java.lang.String"));
        }

        @GetMapping("/thrown")
        Mono<In> thrown() {
            throw new IllegalStateException("secret");
        }

        @GetMapping("/broken-stream")
        Flux<In> brokenStream() {
            return Flux.error(new IllegalStateException("secret"));
        }

        @GetMapping("/nothing")
        Mono<In> nothing() {
            return Mono.empty();
        }

        @GetMapping("/times")
        Mono<Times> times() {
            Instant at = Instant.parse("2023-11-14T22:13:20.123456Z");
            return Mono.just(new Times(at, at, at, null, new BigDecimal("1000000.00"), 0.0001, false));
        }

        @GetMapping("/numbers")
        Flux<Count> numbers(@Params Count in) {
            return Pages.all(after -> page(after, in.count()));
        }

        @GetMapping("/with-meta")
        StreamedListing<Total, Count> withMeta(@Params Count in) {
            return new StreamedListing<>(new Total(in.count()), Pages.all(after -> page(after, in.count())));
        }

        private static Mono<Page<Count>> page(@Nullable String after, int count) {
            long from = after == null ? 0 : Long.parseLong(after) + 1;
            long to = Math.min(count, from + 300);
            var rows =
                    LongStream.range(from, to).mapToObj(i -> new Count((int) i)).toList();
            return Mono.just(new Page<>(
                    rows,
                    rows.isEmpty() ? null : Long.toString(from),
                    rows.isEmpty() ? null : Long.toString(to - 1),
                    to < count,
                    0));
        }
    }
}
