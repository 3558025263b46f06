package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Params;
import encore.api.rsocket.RSocketEndpoint;
import encore.api.server.RequestByteBudget;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.Resource;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** What a client gets for holding a connection. */
class ConnectionLimitsTest {

    private static final int SOON = 15_000;

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void a_request_that_is_never_sent_whole_gives_its_place_back() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.request-timeout", "500ms", "encore.in-flight", "1"), Door.class);
        try (Socket slow = connect()) {
            slow.getOutputStream()
                    .write(("POST /door HTTP/1.1\r\nHost: x\r\nApi-Key: " + GatewayUnderTest.API_KEY
                                    + "\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"a\":")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(slow.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 408");
        }
        gateway.server().post().uri("/door").exchange().expectStatus().isOk();
    }

    @Test
    void beyond_so_many_connections_another_is_closed() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.connections", "2"), Door.class);
        try (Socket first = connect();
                Socket second = connect();
                Socket third = connect()) {
            // Which of them is one too many depends on whose turn comes first.
            List<Socket> all = List.of(first, second, third);
            long deadline = System.nanoTime() + Duration.ofMillis(SOON).toNanos();
            while (all.stream().noneMatch(ConnectionLimitsTest::isClosedByTheOtherSide)) {
                assertThat(System.nanoTime()).isLessThan(deadline);
            }
        }
        await().ignoreExceptions()
                .untilAsserted(() -> gateway.server()
                        .post()
                        .uri("/door")
                        .exchange()
                        .expectStatus()
                        .isOk());
    }

    @Test
    void one_address_has_a_part_of_the_connections_and_a_proxy_has_all() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.connections-per-address", "1"), Door.class);
        try (Socket first = used(connect());
                Socket second = connect()) {
            assertThat(isClosedSoon(second)).isTrue();
            assertThat(isClosedByTheOtherSide(first)).isFalse();
        }
        for (String exempt : List.of("encore.trusted-proxies", "encore.crowded.networks")) {
            gateway.close();
            gateway = GatewayUnderTest.with(
                    Map.of("encore.connections-per-address", "1", exempt, "127.0.0.0/8"), Door.class);
            try (Socket first = used(connect());
                    Socket second = used(connect())) {
                assertThat(first.isConnected() && second.isConnected()).isTrue();
            }
        }
    }

    @Test
    void the_http_port_and_the_rsocket_port_share_the_bound_of_an_address() throws IOException {
        gateway = GatewayUnderTest.whole(Map.of(
                "encore.connections-per-address",
                "2",
                "spring.rsocket.server.port",
                "0",
                "spring.rsocket.server.address",
                "127.0.0.1"));
        int rsocket = Objects.requireNonNull(gateway.bean(RSocketEndpoint.class).address())
                .getPort();
        try (Socket web = used(connect());
                Socket follower = new Socket("127.0.0.1", rsocket)) {
            await().until(() -> openConnections() == 2);
            try (Socket oneTooMany = new Socket("127.0.0.1", rsocket)) {
                assertThat(isClosedSoon(oneTooMany)).isTrue();
            }
            try (Socket oneTooMany = connect()) {
                assertThat(isClosedSoon(oneTooMany)).isTrue();
            }
            assertThat(isClosedByTheOtherSide(web)).isFalse();
            assertThat(follower.isConnected()).isTrue();
        }
        await().until(() -> openConnections() == 0);
    }

    private double openConnections() {
        return gateway.bean(MeterRegistry.class)
                .get("encore.connections")
                .gauge()
                .value();
    }

    @Test
    void a_connection_without_a_request_is_soon_closed() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.request-timeout", "500ms"), Door.class);
        try (Socket silent = connect();
                Socket slow = connect()) {
            slow.getOutputStream().write("GET /door HTTP/1.1\r\nHost: x\r\nX-".getBytes(StandardCharsets.US_ASCII));
            assertThat(isClosedSoon(silent)).isTrue();
            assertThat(isClosedSoon(slow)).isTrue();
        }
    }

    @Test
    void requests_that_are_only_promised_take_no_place_from_calls() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.in-flight", "1"), Door.class);
        try (Socket promised = connect()) {
            promised.getOutputStream()
                    .write("POST /door HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\na="
                            .getBytes(StandardCharsets.US_ASCII));
            await().until(() -> gateway.bean(RequestByteBudget.class).reservedBytes() > 0);
            gateway.server().post().uri("/door").exchange().expectStatus().isOk();
        }
    }

    /** The system would take all of it, and of a thousand such answers so much that others' wait. */
    @Test
    void a_client_that_does_not_read_a_large_answer_is_soon_disconnected() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.request-timeout", "500ms"), Door.class);
        try (Socket slow = new Socket()) {
            slow.setReceiveBufferSize(4_096);
            slow.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            slow.getOutputStream().write("GET /door HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            assertThat(slow.getInputStream().read()).isEqualTo('H');
            await().until(() -> gateway.bean(MeterRegistry.class)
                            .get("encore.connections")
                            .gauge()
                            .value()
                    == 0);
        }
    }

    private static boolean isClosedSoon(Socket socket) {
        await().until(() -> isClosedByTheOtherSide(socket));
        return true;
    }

    private static boolean isClosedByTheOtherSide(Socket socket) {
        try {
            socket.setSoTimeout(20);
            return socket.getInputStream().read() == -1;
        } catch (SocketTimeoutException stillOpen) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }

    /** The server has seen it, so the next one is another. */
    private static Socket used(Socket socket) throws IOException {
        socket.getOutputStream().write("GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", gateway.port());
        socket.setSoTimeout(SOON);
        return socket;
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Door {

        record Anything(@Nullable String a) {}

        @PostMapping("/door")
        Mono<String> door(@Params Anything in) {
            return Mono.just("in");
        }

        @GetMapping("/door")
        @Access(lock = Lock.OPEN)
        ResponseEntity<Resource> large() {
            return ResponseEntity.ok(new ByteArrayResource(new byte[2 << 20]));
        }
    }
}
