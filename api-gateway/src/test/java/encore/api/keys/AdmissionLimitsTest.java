package encore.api.keys;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.DEFAULT_POINTS;
import static encore.api.GatewayUnderTest.key;
import static encore.api.access.AccessTest.problem;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.netty.InFlightLimit;
import encore.infra.backend.ControlMessage;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.test.web.reactive.server.WebTestClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** How much is let in: of an account, of an address that guesses, of all together. */
class AdmissionLimitsTest {

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void every_keyed_response_has_the_limit_and_one_beyond_it_is_refused_with_the_time_to_wait() {
        gateway = GatewayUnderTest.with(Map.of("encore.rate-limit", "2"), Doors.class);
        ok().expectHeader()
                .valueEquals("RateLimit-Policy", "\"account\";q=2;w=60")
                .expectHeader()
                .valueMatches("RateLimit", "\"account\";r=1;t=\\d{1,2}")
                .expectHeader()
                .valueEquals("X-RateLimit-Limit", "2")
                .expectHeader()
                .valueEquals("X-RateLimit-Remaining", "1")
                .expectHeader()
                .value(
                        "X-RateLimit-Reset",
                        reset -> assertThat(Instant.ofEpochSecond(Long.parseLong(reset)))
                                .isBetween(
                                        Instant.now().minusSeconds(1),
                                        Instant.now().plusSeconds(61)));
        ok().expectHeader().valueEquals("X-RateLimit-Remaining", "0");
        var refused = call("/door");
        refused.expectHeader()
                .valueEquals("X-RateLimit-Remaining", "0")
                .expectHeader()
                .value("Retry-After", wait -> assertThat(Integer.parseInt(wait)).isBetween(1, 60));
        problem(refused, 429, "rate-limit");
    }

    @Test
    void an_account_has_a_limit_of_its_own_and_leaves_the_others_theirs() {
        gateway = GatewayUnderTest.with(Map.of("encore.rate-limit", "1"), Doors.class);
        gateway.backend.publish(new ControlMessage.Account(8, "Hall", 5, List.of(), "points-8"));
        gateway.backend.publish(key(8, "key-8", "secret-8", "crm"));
        ok();
        problem(call("/door"), 429, "rate-limit");
        gateway.anybody()
                .get()
                .uri("/door")
                .header("Api-Key", "key-8")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("X-RateLimit-Remaining", "4");
    }

    @Test
    void a_new_limit_holds_at_once() {
        gateway = GatewayUnderTest.with(Map.of("encore.rate-limit", "1"), Doors.class);
        ok();
        problem(call("/door"), 429, "rate-limit");
        gateway.backend.publish(new ControlMessage.Account(7, "Arena", 50, List.of(), DEFAULT_POINTS));
        ok().expectHeader().valueEquals("X-RateLimit-Limit", "50");
        gateway.backend.publish(
                new ControlMessage.Account(7, "Arena", 50, List.of("https://a.example"), DEFAULT_POINTS));
        ok().expectHeader().valueEquals("X-RateLimit-Remaining", "48");
    }

    @Test
    void several_gateways_share_a_limit() {
        gateway = GatewayUnderTest.with(Map.of("encore.rate-limit", "100", "encore.gateways", "3"), Doors.class);
        ok().expectHeader().valueEquals("X-RateLimit-Limit", "34");
    }

    @Test
    void an_address_that_guesses_is_stopped_and_those_known_there_go_on() {
        gateway = GatewayUnderTest.with(Map.of("encore.failed-logins", "2"), Doors.class);
        gateway.backend.publish(key(7, "fresh", "secret", "crm"));
        ok();
        problem(as("nobody"), 401, "key-unknown");
        problem(as("nobody"), 401, "key-unknown");
        var barred = as("nobody");
        barred.expectHeader().valueEquals("Retry-After", "60");
        problem(barred, 429, "too-many-failures");
        problem(as("fresh"), 429, "too-many-failures");
        ok();
    }

    @Test
    void calls_beyond_capacity_are_turned_away_at_once_and_let_in_again_later() {
        gateway = GatewayUnderTest.with(Map.of("encore.in-flight", "2"), Doors.class);
        Doors.hold = Sinks.one();
        List<CompletableFuture<Integer>> inside = List.of(held(), held());
        awaitHeld(2);
        var refused = call("/door");
        refused.expectHeader().valueEquals("Retry-After", "1");
        problem(refused, 503, "overloaded");
        gateway.server().get().uri("/nothing").exchange().expectStatus().isEqualTo(503);
        gateway.server()
                .post()
                .uri("/door")
                .bodyValue("x".repeat(300_000))
                .exchange()
                .expectStatus()
                .isEqualTo(503);
        Doors.hold.tryEmitValue(1L);
        assertThat(inside).allSatisfy(answer -> assertThat(answer.get()).isEqualTo(200));
        ok();
    }

    @Test
    void a_kept_connection_is_turned_away_as_often_as_it_comes_and_let_in_when_there_is_room() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.in-flight", "1"), Doors.class);
        Doors.hold = Sinks.one();
        CompletableFuture<Integer> inside = held();
        awaitHeld(1);
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(10_000);
            for (int i = 0; i < 3; i++) {
                assertThat(ask(socket, "GET /door HTTP/1.1\r\nHost: x\r\nApi-Key: key-7\r\n\r\n"))
                        .startsWith("HTTP/1.1 503");
                assertThat(ask(socket, "POST /door HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\na=bc"))
                        .startsWith("HTTP/1.1 503")
                        .containsIgnoringCase("x-request-id")
                        .contains("/problems/overloaded");
            }
            Doors.hold.tryEmitValue(1L);
            assertThat(inside.join()).isEqualTo(200);
            awaitRoom();
            assertThat(ask(socket, "GET /door HTTP/1.1\r\nHost: x\r\nApi-Key: key-7\r\n\r\n"))
                    .startsWith("HTTP/1.1 200");
        }
    }

    @Test
    void a_connection_that_breaks_gives_its_places_back() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.in-flight", "1"), Doors.class);
        Doors.hold = Sinks.one();
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.getOutputStream()
                    .write("GET /held HTTP/1.1\r\nHost: x\r\nApi-Key: key-7\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            awaitHeld(1);
            call("/door").expectStatus().isEqualTo(503);
        }
        awaitRoom();
        ok();
    }

    private void awaitRoom() {
        long patience = System.nanoTime() + Duration.ofSeconds(10).toNanos();
        while (gateway.bean(InFlightLimit.class).isFull() && System.nanoTime() < patience) {
            LockSupport.parkNanos(5_000_000);
        }
    }

    private static String ask(Socket socket, String request) throws IOException {
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        StringBuilder answer = new StringBuilder();
        var in = socket.getInputStream();
        while (answer.indexOf("\r\n\r\n") < 0) {
            answer.append((char) in.read());
        }
        int length = Integer.parseInt(
                answer.toString().toLowerCase(Locale.ROOT).replaceAll("(?s).*content-length: (\\d+).*", "$1"));
        for (int i = 0; i < length; i++) {
            answer.append((char) in.read());
        }
        return answer.toString();
    }

    private CompletableFuture<Integer> held() {
        WebTestClient client = gateway.server();
        return CompletableFuture.supplyAsync(
                () -> client.get()
                        .uri("/held")
                        .exchange()
                        .returnResult(Void.class)
                        .getStatus()
                        .value(),
                Thread::startVirtualThread);
    }

    private static void awaitHeld(int count) {
        long patience = System.nanoTime() + Duration.ofSeconds(60).toNanos();
        while (Doors.hold.currentSubscriberCount() < count && System.nanoTime() < patience) {
            LockSupport.parkNanos(5_000_000);
        }
        assertThat(Doors.hold.currentSubscriberCount()).isEqualTo(count);
    }

    private WebTestClient.ResponseSpec ok() {
        return call("/door").expectStatus().isOk();
    }

    private WebTestClient.ResponseSpec call(String path) {
        return gateway.server().get().uri(path).exchange();
    }

    private WebTestClient.ResponseSpec as(String apiKey) {
        return gateway.anybody().get().uri("/door").header("Api-Key", apiKey).exchange();
    }

    @RestController
    @Access(scope = "crm", lock = Lock.KEY)
    static class Doors {

        static volatile Sinks.One<Long> hold = Sinks.one();

        @GetMapping("/door")
        Mono<String> door() {
            return Mono.just(API_KEY);
        }

        @GetMapping("/held")
        Mono<Long> held() {
            return hold.asMono();
        }
    }
}
