package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Heads that another server on the way may have read in another way. */
class RequestHeadGuardTest {

    private static final GatewayUnderTest GATEWAY = GatewayUnderTest.with(Door.class);
    private static final String GOOD = "GET /door HTTP/1.1\r\nHost: x\r\n\r\n";
    private static final String PRETTY = "POST /door HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + "Content-Length: 12\r\n\r\n{\n \"a\": 1\n }";
    private static final String LAST = "GET /door HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";

    @AfterAll
    static void stop() {
        GATEWAY.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /door HTTP/1.1\r\n\r\n",
                "GET /door HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n",
                "GET /door HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n",
                "GET /door HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n",
                "GET /door HTTP/1.1\r\nHost: x\r\nTransfer-Encoding:\r\n\tchunked\r\n\r\n",
                "GET /door HTTP/1.1\n Host: x\nX-A: 1\n\n"
            })
    void a_request_that_can_be_read_in_two_ways_is_refused(String request) throws IOException {
        assertThat(answers(request)).isEqualTo("400");
        assertThat(answers(GOOD + request)).isEqualTo("200 400");
    }

    @Test
    void it_is_refused_behind_a_body_as_well() throws IOException {
        String folded = "GET /door HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n";
        assertThat(answers("POST /door HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\na=1" + folded))
                .isEqualTo("200 400");
    }

    @Test
    void lines_of_a_body_may_begin_with_spaces() throws IOException {
        try (Socket socket = connect()) {
            for (int i = 0; i < 20; i++) {
                socket.getOutputStream().write(PRETTY.getBytes(StandardCharsets.US_ASCII));
                assertThat(answer(socket)).startsWith("HTTP/1.1 200");
            }
            socket.getOutputStream().write((PRETTY + LAST).getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .contains("HTTP/1.1 200")
                    .doesNotContain("HTTP/1.1 5");
        }
        assertThat(answers(GOOD + GOOD + LAST)).isEqualTo("200 200 200");
    }

    @Test
    void a_head_in_pieces_is_read_as_one() throws IOException {
        try (Socket socket = connect()) {
            for (byte piece :
                    "GET /door HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n".getBytes(StandardCharsets.US_ASCII)) {
                socket.getOutputStream().write(piece);
                socket.getOutputStream().flush();
            }
            assertThat(socket.getInputStream().readNBytes(12)).asString().isEqualTo("HTTP/1.1 400");
        }
    }

    /** The statuses of all answers until the server closes. */
    private static String answers(String requests) throws IOException {
        try (Socket socket = connect()) {
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            return String.join(
                    " ",
                    all.lines()
                            .filter(line -> line.contains("HTTP/1.1 "))
                            .map(line -> line.replaceAll(".*HTTP/1.1 (\\d+).*", "$1"))
                            .toList());
        }
    }

    private static String answer(Socket socket) throws IOException {
        StringBuilder answer = new StringBuilder();
        while (!answer.toString().endsWith("\"in\"")) {
            int next = socket.getInputStream().read();
            assertThat(next).as(answer.toString()).isNotNegative();
            answer.append((char) next);
        }
        return answer.toString();
    }

    private static Socket connect() throws IOException {
        Socket socket = new Socket("127.0.0.1", GATEWAY.port());
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(15_000);
        return socket;
    }

    @RestController
    @Access(lock = Lock.OPEN)
    static class Door {

        @GetMapping("/door")
        Mono<String> door() {
            return Mono.just("in");
        }

        @PostMapping("/door")
        Mono<String> posted() {
            return Mono.just("in");
        }
    }
}
