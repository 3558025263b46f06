package encore.infra.backend.egress;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.egress.EgressClient.Answer;
import encore.infra.backend.egress.EgressClient.CallBounds;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class EgressClientTest {

    private static final CallBounds BOUNDS = new CallBounds(Duration.ofSeconds(2), 1_000);

    private static final long ACCOUNT = 1;
    private static final long OTHER_ACCOUNT = 2;

    private static final byte[] BODY = "hello".getBytes(StandardCharsets.UTF_8);
    private static final Map<String, String> HEADERS = Map.of("webhook-id", "m-1");

    private final AtomicInteger calls = new AtomicInteger();
    private final DisposableServer origin = HttpServer.create()
            .host("127.0.0.1")
            .port(0)
            .route(routes -> routes.get("/ok", (request, response) -> {
                        calls.incrementAndGet();
                        return response.sendString(
                                Mono.just("host " + request.requestHeaders().get("Host")));
                    })
                    .get("/redirect", (request, response) -> response.sendRedirect("/ok"))
                    .get("/inside", (request, response) -> response.sendRedirect("https://10.0.0.1/ok"))
                    .get("/other-scheme", (request, response) -> response.sendRedirect("file:///etc/passwd"))
                    .get("/circle", (request, response) -> response.sendRedirect("/circle"))
                    .get("/failed", (request, response) -> response.status(500).sendString(Mono.just("no")))
                    .get("/silent", (request, response) -> Mono.never())
                    .get(
                            "/slow",
                            (request, response) -> response.sendString(
                                    Flux.interval(Duration.ofMillis(300)).map(each -> "x")))
                    .get(
                            "/endless",
                            (request, response) -> response.send(
                                    Flux.range(0, 1_000_000).map(each -> Unpooled.wrappedBuffer(new byte[100]))))
                    .post(
                            "/ok",
                            (request, response) -> request.receive()
                                    .aggregate()
                                    .asString()
                                    .flatMap(body -> {
                                        calls.incrementAndGet();
                                        boolean isWhole = "hello".equals(body)
                                                && "m-1"
                                                        .equals(request.requestHeaders()
                                                                .get("webhook-id"))
                                                && "5"
                                                        .equals(request.requestHeaders()
                                                                .get("content-length"));
                                        return response.status(isWhole ? 202 : 400)
                                                .send()
                                                .then();
                                    }))
                    .post(
                            "/busy",
                            (request, response) -> response.status(503)
                                    .header("Retry-After", "7")
                                    .sendString(Mono.just("a secret")))
                    .post("/redirect", (request, response) -> response.sendRedirect("/ok"))
                    .post("/silent", (request, response) -> Mono.never())
                    .post(
                            "/endless",
                            (request, response) -> response.send(
                                    Flux.range(0, 100_000_000).map(each -> Unpooled.wrappedBuffer(new byte[1_000]))))
                    .post(
                            "/slow",
                            (request, response) -> response.sendString(
                                    Flux.interval(Duration.ofMillis(300)).map(each -> "x")))
                    .get("/large", (request, response) -> response.sendString(Mono.just("x".repeat(1_001))))
                    .get("/full", (request, response) -> response.sendString(Mono.just("x".repeat(1_000)))))
            .bindNow();

    @AfterEach
    void stop() {
        origin.disposeNow();
    }

    @Test
    void a_resource_is_read_and_the_host_is_named_as_it_was() {
        assertThat(read(client(true), "http://localhost:" + origin.port() + "/ok"))
                .isEqualTo("host localhost:" + origin.port());
        assertThat(read(client(true), at("/full"))).hasSize(1_000);
    }

    @Test
    void a_read_that_follows_redirects_checks_each_address_and_gives_up_after_some() {
        CallBounds following = new CallBounds(Duration.ofSeconds(2), 1_000, 2);
        assertThat(client(true).get(ACCOUNT, at("/redirect"), following).block())
                .asString()
                .startsWith("host ");
        for (String path : List.of("/inside", "/other-scheme", "/circle")) {
            assertThatThrownBy(
                            () -> client(true).get(ACCOUNT, at(path), following).block())
                    .as(path)
                    .isInstanceOf(EgressFailure.class);
        }
        assertThat(calls).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/redirect", "/failed", "/silent", "/slow", "/endless", "/large", "/none"})
    void a_host_that_does_not_answer_as_it_should_fails_in_time(String path) {
        long start = System.nanoTime();
        failed(client(true), at(path));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
        assertThat(calls).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "[::1]",
                "[::ffff:127.0.0.1]",
                "[::ffff:7f00:1]",
                "[0:0:0:0:0:ffff:7f00:1]",
                "[64:ff9b::7f00:1]",
                "[fe80::1]",
                "[fd00::1]",
                "10.0.0.1",
                "169.254.169.254",
                "100.64.0.1",
                "224.0.0.1",
                "localhost"
            })
    void an_address_that_is_not_public_is_not_called(String host) {
        failed(client(false), "https://" + host + ":" + origin.port() + "/ok");
        failed(client(false), "http://" + host + ":" + origin.port() + "/ok");
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_post_answers_the_status_and_nothing_of_the_body() {
        assertThat(post("/ok")).isEqualTo(new Answer(202, null));
        assertThat(post("/busy")).isEqualTo(new Answer(503, "7"));
        assertThat(post("/redirect").status()).isEqualTo(302);
        assertThat(calls).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/endless", "/slow"})
    void an_answer_that_never_ends_is_cut(String path) {
        long start = System.nanoTime();
        assertThat(post(path).status()).isEqualTo(200);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void a_post_that_is_not_answered_fails_in_time() {
        kind(EgressFailure.Kind.TIMEOUT, at("/silent"));
        kind(EgressFailure.Kind.NOT_ALLOWED, "https://10.0.0.1/ok");
        kind(EgressFailure.Kind.UNREACHABLE, "http://127.0.0.1:1/ok");
        kind(EgressFailure.Kind.TLS, "https://127.0.0.1:" + origin.port() + "/ok");
    }

    /** Loopback by the list of the operator needs https. */
    @Test
    void a_listed_loopback_address_is_not_called_by_plain_http() {
        EgressRules rules = EgressRules.of(new EgressSettings(false, "127.0.0.1", List.of("127.0.0.0/8")));
        var client = new EgressClient(rules, host -> List.of(InetAddress.getAllByName(host)), null);
        failed(client, at("/ok"));
        failed(client, "https://127.0.0.1:" + origin.port() + "/ok");
        assertThat(calls).hasValue(0);
    }

    private Answer post(String path) {
        EgressClient client = client(true);
        try {
            return Objects.requireNonNull(client.post(ACCOUNT, at(path), HEADERS, BODY, Duration.ofSeconds(3))
                    .block());
        } finally {
            client.close();
        }
    }

    private static void kind(EgressFailure.Kind kind, String url) {
        EgressClient client = client(true);
        assertThatThrownBy(() -> client.post(ACCOUNT, url, HEADERS, BODY, Duration.ofSeconds(2))
                        .block())
                .isInstanceOfSatisfying(
                        EgressFailure.class,
                        failure -> assertThat(failure.kind()).isEqualTo(kind));
        client.close();
    }

    @Test
    void a_name_with_one_private_address_is_refused() {
        failed(
                client(true, host -> List.of(address("127.0.0.1"), address("10.0.0.1"))),
                "http://localhost:" + origin.port() + "/ok");
        failed(client(false, host -> List.of(address("10.0.0.1"))), "https://cdn.example:" + origin.port() + "/ok");
        failed(client(true, host -> List.of()), "http://localhost:" + origin.port() + "/ok");
        assertThat(calls).hasValue(0);
    }

    @Test
    void a_name_is_looked_up_once_for_check_and_connection() {
        AtomicInteger lookups = new AtomicInteger();
        EgressClient rebinding = client(true, host -> {
            // The second answer leads elsewhere, as that of a name server that rebinds does.
            return List.of(address(lookups.incrementAndGet() == 1 ? "127.0.0.1" : "10.255.255.1"));
        });
        assertThat(read(rebinding, "http://localhost:" + origin.port() + "/ok")).startsWith("host localhost");
        assertThat(lookups).hasValue(1);
    }

    /** Each account has 20 connections to a host, and more calls wait than the client has connections. */
    @Test
    void slow_answers_to_one_account_delay_no_other_at_the_same_host() {
        try (EgressClient client = client(true)) {
            for (int i = 0; i < 400; i++) {
                client.post(ACCOUNT, at("/silent"), HEADERS, BODY, Duration.ofSeconds(30))
                        .onErrorComplete()
                        .subscribe();
            }
            assertThat(client.post(OTHER_ACCOUNT, at("/ok"), HEADERS, BODY, Duration.ofSeconds(1))
                            .block())
                    .isEqualTo(new Answer(202, null));
            assertThat(client.get(OTHER_ACCOUNT, at("/ok"), BOUNDS).block()).isNotEmpty();
        }
    }

    @Test
    void a_dead_name_server_of_one_account_delays_no_other() {
        var dead = new CountDownLatch(1);
        var waiting = new AtomicInteger();
        try (EgressClient client = client(true, host -> {
            if (!"localhost".equals(host)) {
                waiting.incrementAndGet();
                awaitRelease(dead);
            }
            return List.of(address("127.0.0.1"));
        })) {
            for (int i = 0; i < 400; i++) {
                client.get(ACCOUNT, "https://dead-" + i + ".example/ok", new CallBounds(Duration.ofSeconds(30), 1_000))
                        .onErrorComplete()
                        .subscribe();
            }
            assertThat(client.get(OTHER_ACCOUNT, "http://localhost:" + origin.port() + "/ok", BOUNDS)
                            .block())
                    .isNotEmpty();
            assertThat(waiting.get()).isLessThanOrEqualTo(16);
        } finally {
            dead.countDown();
        }
    }

    private static void awaitRelease(CountDownLatch latch) throws UnknownHostException {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            throw new UnknownHostException("stopped");
        }
    }

    private String at(String path) {
        return "http://127.0.0.1:" + origin.port() + path;
    }

    private static EgressClient client(boolean isDemo) {
        return client(isDemo, host -> List.of(InetAddress.getAllByName(host)));
    }

    private static EgressClient client(boolean isDemo, GuardedResolver.NameLookup lookup) {
        return new EgressClient(EgressRules.of(settings(isDemo)), lookup, null);
    }

    private static EgressSettings settings(boolean isDemo, String... allowed) {
        return new EgressSettings(isDemo, "127.0.0.1", List.of(allowed));
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }

    private static String read(EgressClient client, String url) {
        byte[] bytes = client.get(ACCOUNT, url, BOUNDS).block();
        client.close();
        return new String(bytes == null ? new byte[0] : bytes, StandardCharsets.UTF_8);
    }

    private static void failed(EgressClient client, String url) {
        assertThatThrownBy(() -> client.get(ACCOUNT, url, BOUNDS).block()).isInstanceOf(EgressFailure.class);
        client.close();
    }
}
