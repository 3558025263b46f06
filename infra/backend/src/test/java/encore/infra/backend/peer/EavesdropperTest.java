package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import encore.infra.backend.Backend;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.peer.client.RSocketBackend;
import encore.infra.backend.peer.server.PeerServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;

/** The bytes between two nodes contain no key, and no hash of one, also without TLS. */
class EavesdropperTest {

    private static final ClusterSecret SECRET = new ClusterSecret("the cluster secret that the tests share");
    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeSides side = new FakeSides();
    private final PeerServer server = PeerServer.of(side, () -> true, "127.0.0.1", 0, "q1", SECRET, PeerTls.NONE);
    private final ByteArrayOutputStream heard = new ByteArrayOutputStream();
    private ServerSocket wire;

    @BeforeEach
    void listen() throws IOException {
        wire = new ServerSocket(0, 8, loopback());
        Thread.startVirtualThread(() -> {
            try {
                while (true) {
                    Socket gateway = wire.accept();
                    Socket node = new Socket(loopback(), server.port());
                    Thread.startVirtualThread(() -> passOn(gateway, node));
                    Thread.startVirtualThread(() -> passOn(node, gateway));
                }
            } catch (IOException closed) {
                // The test is over.
            }
        });
    }

    private void passOn(Socket from, Socket to) {
        try (from;
                to) {
            byte[] some = new byte[8_192];
            for (int read = from.getInputStream().read(some);
                    read > 0;
                    read = from.getInputStream().read(some)) {
                synchronized (heard) {
                    heard.write(some, 0, read);
                }
                to.getOutputStream().write(some, 0, read);
            }
        } catch (IOException closed) {
            // The other end hears of it.
        }
    }

    @AfterEach
    void end() throws IOException {
        wire.close();
        server.close();
    }

    @Test
    void keys_and_hashes_travel_closed() {
        side.control
                .tryEmitNext(new ControlMessage.Secrets(
                        text("api-secrets"), text("cursors"), text("console"), text("sessions")))
                .orThrow();
        side.control
                .tryEmitNext(new ControlMessage.Key(7, "api-key", "hash-of-a-secret", "label", Set.of("crm"), Set.of()))
                .orThrow();
        List<ControlMessage> received = new CopyOnWriteArrayList<>();
        try (RSocketBackend backend = new RSocketBackend(
                Set::of,
                () -> Set.of(new InetSocketAddress(loopback(), wire.getLocalPort())),
                "g",
                SECRET,
                PeerTls.NONE)) {
            await().atMost(SOON).until(() -> backend.nodes().stream().anyMatch(Backend.Node::up));
            Disposable following = backend.control().subscribe(received::add);
            await().atMost(SOON).until(() -> received.stream().anyMatch(ControlMessage.Key.class::isInstance));
            following.dispose();
        }
        assertThat(received).anyMatch(ControlMessage.Secrets.class::isInstance);
        String all;
        synchronized (heard) {
            all = heard.toString(StandardCharsets.ISO_8859_1);
        }
        assertThat(all).contains("q1").doesNotContain("api-secrets", "cursors", "console", "api-key", "hash-of");
    }

    private static InetAddress loopback() {
        return InetAddress.getLoopbackAddress();
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
