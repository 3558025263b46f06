package encore.api.netty;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.GatewayUnderTest;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Requests that wait for no answer, in one packet, answered as they are read. */
class PipelinedRequestsTest {

    @Test
    void each_is_answered_in_its_turn_and_the_last_one_ends_the_connection() throws IOException {
        String request = "%s /nowhere HTTP/1.1\r\nHost: x\r\nConnection: %s\r\n\r\n";
        try (GatewayUnderTest gateway = GatewayUnderTest.with();
                Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(15_000);
            String all = request.formatted("GET", "keep-alive").repeat(40)
                    + request.formatted("HEAD", "keep-alive")
                    + request.formatted("GET", "close");
            socket.getOutputStream().write(all.getBytes(StandardCharsets.US_ASCII));
            String answers = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answers.split("HTTP/1\\.1 404")).hasSize(43);
        }
    }
}
