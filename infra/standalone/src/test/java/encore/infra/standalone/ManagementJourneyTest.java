package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What those who run it see, and what everybody sees. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the ports are the gateway's, whatever stands behind it")
class ManagementJourneyTest extends Journey {

    @Test
    void health_and_metrics_have_a_port_of_their_own() {
        Api anybody = new Api(api.url(), Map.of());
        anybody.get("/metrics").mustBe(404);
        anybody.get("/health/live").mustBe(200);
        assertThat(anybody.get("/health/ready").mustBe(200).text()).isEqualTo("{\"status\":\"up\"}");
        Api management = encore().management();
        management.get("/health/live").mustBe(200);
        assertThat(management.get("/health/ready").mustBe(200).text()).contains("\"status\":\"up\"", "\"nodes\":");
        assertThat(management.get("/metrics").mustBe(200).text()).contains("jvm_memory_used_bytes");
        management.get("/console/").mustBe(404);
    }

    @Test
    void full_connections_do_not_keep_health_checks_out(@TempDir Path data) throws IOException {
        List<Socket> held = new ArrayList<>();
        try (RunningEncore small = RunningEncore.on(data, Map.of("encore.connections", "2"))) {
            int port = URI.create(small.url()).getPort();
            await().atMost(Duration.ofSeconds(20)).until(() -> {
                held.add(new Socket("127.0.0.1", port));
                return isClosed(held.getLast());
            });
            small.management().get("/health/ready").mustBe(200);
        } finally {
            for (Socket socket : held) {
                socket.close();
            }
        }
    }

    private static boolean isClosed(Socket socket) {
        try {
            socket.setSoTimeout(500);
            return socket.getInputStream().read() == -1;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
