package encore.api.netty;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import encore.api.access.Access;
import encore.api.access.Lock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Requests that wait for no answer, in one packet, answered as they are read. */
class PipelinedRequestsTest {

    private static final int MANY = 1_000;

    /** Answers later, so that the requests after it have to wait. */
    @RestController
    @Access(lock = Lock.OPEN)
    static class Slow {

        private final Set<Integer> executed = ConcurrentHashMap.newKeySet();

        @PostMapping("/api/v1/slow/{number}")
        Mono<String> post(@PathVariable int number) {
            executed.add(number);
            return Mono.just("done").delayElement(Duration.ofMillis(number % 7 == 0 ? 20 : 1));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void all_of_a_thousand_are_executed_and_answered(boolean isChunked) throws IOException {
        List<Integer> numbers = IntStream.range(0, MANY).boxed().toList();
        try (GatewayUnderTest gateway = GatewayUnderTest.with(Slow.class);
                Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(60_000);
            String all = numbers.stream()
                    .map(number -> "POST /api/v1/slow/" + number + " HTTP/1.1\r\nHost: x\r\nX-Request-Id: request-"
                            + number + "\r\nContent-Type: application/json\r\n"
                            + "X-Api-Key: " + GatewayUnderTest.API_KEY + "\r\n"
                            + "X-Api-Secret: " + GatewayUnderTest.API_SECRET + "\r\n"
                            + "Connection: " + (number == MANY - 1 ? "close" : "keep-alive") + "\r\n"
                            + (isChunked
                                    ? "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"a\":\r\n4\r\n\n\n1}\r\n0\r\n\r\n"
                                    : "Content-Length: 9\r\n\r\n{\"a\":\n\n1}"))
                    .collect(joining());
            Thread.ofVirtual().start(() -> send(socket, all));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(Pattern.compile("(?i)X-Request-Id: request-(\\d+)")
                            .matcher(answers)
                            .results())
                    .extracting(answered -> Integer.valueOf(answered.group(1)))
                    .isEqualTo(numbers);
            assertThat(Pattern.compile("HTTP/1.1 200").matcher(answers).results())
                    .hasSize(MANY);
            assertThat(gateway.bean(Slow.class).executed).hasSize(MANY);
        }
    }

    private static void send(Socket socket, String text) {
        try {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    @Test
    void each_is_answered_in_its_turn_and_the_last_one_ends_the_connection() throws IOException {
        List<String> ids = IntStream.range(0, 42).mapToObj(i -> "request-" + i).toList();
        try (GatewayUnderTest gateway = GatewayUnderTest.with();
                Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(15_000);
            String all = ids.stream()
                    .map(id -> "GET /nowhere HTTP/1.1\r\nHost: x\r\nX-Request-Id: " + id + "\r\nConnection: "
                            + (id.equals(ids.getLast()) ? "close" : "keep-alive") + "\r\n\r\n")
                    .collect(joining());
            socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(Pattern.compile("(?i)X-Request-Id: (\\S+)")
                            .matcher(answers)
                            .results())
                    .extracting(answered -> answered.group(1))
                    .isEqualTo(ids);
        }
    }
}
