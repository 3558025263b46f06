package encore.api.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.api.outbound.OutboundClient.CallBounds;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.DisposableServer;
import reactor.netty.http.server.HttpServer;

class OutboundClientTest {

    private static final CallBounds BOUNDS = new CallBounds(Duration.ofSeconds(2), 1_000);

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
    void a_mapped_address_is_refused_even_in_the_demo() {
        failed(client(true), "https://[::ffff:127.0.0.1]:" + origin.port() + "/ok");
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
        OutboundClient rebinding = client(true, host -> {
            // The second answer leads elsewhere, as that of a name server that rebinds does.
            return List.of(address(lookups.incrementAndGet() == 1 ? "127.0.0.1" : "10.255.255.1"));
        });
        assertThat(read(rebinding, "http://localhost:" + origin.port() + "/ok")).startsWith("host localhost");
        assertThat(lookups).hasValue(1);
    }

    private String at(String path) {
        return "http://127.0.0.1:" + origin.port() + path;
    }

    private static OutboundClient client(boolean isDemo) {
        return client(isDemo, host -> List.of(InetAddress.getAllByName(host)));
    }

    private static OutboundClient client(boolean isDemo, GuardedResolver.NameLookup lookup) {
        return new OutboundClient(new OutboundRules(isDemo), lookup, null);
    }

    private static InetAddress address(String literal) throws UnknownHostException {
        return InetAddress.getByName(literal);
    }

    private static String read(OutboundClient client, String url) {
        byte[] bytes = client.get(url, BOUNDS).block();
        client.destroy();
        return new String(bytes == null ? new byte[0] : bytes, StandardCharsets.UTF_8);
    }

    private static void failed(OutboundClient client, String url) {
        assertThatThrownBy(() -> client.get(url, BOUNDS).block()).isInstanceOf(OutboundFailure.class);
        client.destroy();
    }
}
