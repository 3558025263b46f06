package encore.api.netty;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that wait for no answer, in one packet, answered as they are read. */
class PipelinedRequestsTest {

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
