package encore.api.server;

import static encore.api.GatewayUnderTest.API_KEY;
import static encore.api.GatewayUnderTest.API_SECRET;
import static encore.api.access.AccessTest.problem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Params;
import encore.kernel.people.Area;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** How much of a body is read, of whom. */
class BodyLimitTest {

    private static final int MIB = 1 << 20;

    private GatewayUnderTest gateway;

    @AfterEach
    void stop() {
        gateway.close();
    }

    @Test
    void of_a_stranger_little_is_read_and_the_keys_may_be_in_it() {
        gateway = GatewayUnderTest.with(Door.class);
        send(null, "api_key=" + API_KEY + "&api_secret=" + API_SECRET + "&a=" + "x".repeat(3_000))
                .expectStatus()
                .isOk();
        String large = "&a=" + "x".repeat(20_000);
        problem(send(null, "api_key=" + API_KEY + "&api_secret=" + API_SECRET + large), 413, "too-large");
        // The key's owner has shown no secret yet.
        problem(send(API_KEY, "api_secret=" + API_SECRET + large), 413, "too-large");
        gateway.server()
                .post()
                .uri("/door")
                .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                .bodyValue("b=" + "x".repeat(MIB - 2))
                .exchange()
                .expectStatus()
                .isOk();
    }

    @Test
    void a_caller_with_a_wrong_key_is_answered_before_the_body_has_arrived() throws IOException {
        gateway = GatewayUnderTest.with(Door.class);
        try (Socket socket = begin("Api-Key: nobody\r\nApi-Secret: none", MIB, 0)) {
            assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 401");
        }
    }

    @Test
    void bodies_that_are_withheld_take_no_more_than_there_is_room_for() throws IOException {
        gateway = GatewayUnderTest.with(Map.of("encore.request-bytes", "3MB", "encore.rate-limit", "100"), Door.class);
        RequestByteBudget budget = gateway.bean(RequestByteBudget.class);
        List<Socket> sockets = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                sockets.add(begin("Api-Key: key-7\r\nApi-Secret: secret-7", MIB, MIB - 1));
                long expected = Math.min(sockets.size(), 3) * (MIB - 1L);
                await().until(() -> budget.reservedBytes() == expected);
            }
            assertThat(answers(sockets.subList(3, 8))).containsOnly("HTTP/1.1 503");
            assertThat(budget.reservedBytes()).isEqualTo(3 * (MIB - 1));
            assertThat(answers(sockets.subList(0, 3))).containsOnly("HTTP/1.1 200");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
        await().until(() -> budget.reservedBytes() == 0);
    }

    /** Sends each the last byte of its body. */
    private static List<String> answers(List<Socket> sockets) throws IOException {
        List<String> answers = new ArrayList<>();
        for (Socket socket : sockets) {
            socket.getOutputStream().write('x');
            answers.add(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII));
        }
        return answers;
    }

    @Test
    void a_body_that_is_given_up_gives_its_room_back() throws IOException {
        gateway = GatewayUnderTest.with(Door.class);
        RequestByteBudget budget = gateway.bean(RequestByteBudget.class);
        try (Socket socket = begin("Accept: */*", 10_000, 5_000)) {
            await().until(() -> budget.reservedBytes() == 5_000);
        }
        await().until(() -> budget.reservedBytes() == 0);
    }

    @Test
    void a_body_comes_as_it_is() {
        gateway = GatewayUnderTest.with(Door.class);
        problem(
                gateway.server()
                        .post()
                        .uri("/door")
                        .header("Content-Encoding", "gzip")
                        .contentType(MediaType.APPLICATION_FORM_URLENCODED)
                        .bodyValue("a=1")
                        .exchange(),
                400,
                "content-encoding");
    }

    private org.springframework.test.web.reactive.server.WebTestClient.ResponseSpec send(
            @Nullable String key, String form) {
        var request = gateway.anybody().post().uri("/door").contentType(MediaType.APPLICATION_FORM_URLENCODED);
        return (key == null ? request : request.header("Api-Key", key))
                .bodyValue(form)
                .exchange();
    }

    private Socket begin(String header, int length, int sent) throws IOException {
        Socket socket = new Socket("127.0.0.1", gateway.port());
        socket.setSoTimeout(15_000);
        socket.getOutputStream()
                .write(("POST /door HTTP/1.1\r\nHost: x\r\n" + header
                                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + length
                                + "\r\n\r\n" + "x".repeat(sent))
                        .getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    @RestController
    @Access(scope = "crm", area = Area.FANS, lock = Lock.SECRET)
    static class Door {

        record Anything(@Nullable String a) {}

        @PostMapping("/door")
        Mono<String> door(@Params Anything in) {
            return Mono.just("in");
        }
    }
}
