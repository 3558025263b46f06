package encore.infra.backend.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import encore.infra.backend.Backend;
import encore.infra.backend.CommandSide;
import encore.infra.backend.peer.client.RSocketBackend;
import encore.infra.backend.peer.server.PeerServer;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.util.DefaultPayload;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;

/** A peer that does not know the secret, or sends other frames than ours, is refused and logged, and nothing is handled. */
class StrangersTest {

    private static final ClusterSecret SECRET = new ClusterSecret("the cluster secret that the tests share");
    private static final Duration SOON = Duration.ofSeconds(30);

    private final FakeSides side = new FakeSides();
    private final PeerServer server = PeerServer.of((CommandSide) side, "127.0.0.1", 0, "c1", SECRET, PeerTls.NONE);
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();

    @BeforeEach
    void listen() {
        log.start();
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).addAppender(log);
    }

    @AfterEach
    void end() {
        ((Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME)).detachAppender(log);
        assertThat(log.list).noneMatch(line -> line.getLoggerName().startsWith("org.springframework"));
        server.close();
        assertThat(side.orders).isEmpty();
    }

    @Test
    void a_gateway_with_another_secret_uses_no_node() {
        try (RSocketBackend backend = backend(new ClusterSecret("another cluster secret, of other tests"))) {
            logged("another cluster secret");
            assertThat(backend.nodes()).hasSize(1).noneMatch(Backend.Node::up);
        }
    }

    @Test
    void a_node_that_does_not_know_the_secret_is_sent_nothing() {
        PeerServer impostor = PeerServer.of(
                (CommandSide) side,
                "127.0.0.1",
                0,
                "c1",
                new ClusterSecret("what an impostor guesses that it may be"),
                PeerTls.NONE);
        try (RSocketBackend backend =
                new RSocketBackend(() -> Set.of(address(impostor)), Set::of, "gateway@test", SECRET, PeerTls.NONE)) {
            logged("it has another cluster secret");
            assertThat(backend.nodes()).noneMatch(Backend.Node::up);
        } finally {
            impostor.close();
        }
    }

    @Test
    void a_wrong_proof_is_refused() {
        RSocket connection = connection(setup());
        assertThatThrownBy(() -> request(connection, PeerHandshake.PROOF_ROUTE, new byte[32]))
                .isNotNull();
        logged("has another cluster secret");
        within(connection::isDisposed);
    }

    @Test
    void a_command_before_the_proof_is_refused() {
        RSocket connection = connection(setup());
        assertThatThrownBy(() -> request(connection, "command.RevokeKey", new byte[0]))
                .isNotNull();
        logged("before it proved");
        within(connection::isDisposed);
    }

    @Test
    void a_connection_without_an_introduction_is_refused() {
        RSocket connection = connection(DefaultPayload.create("hello"));
        within(connection::isDisposed);
        logged("without a gateway's setup");
    }

    @Test
    void a_forged_message_name_is_refused_even_of_one_who_knows_the_secret() {
        for (String name : new String[] {
            "command.java.lang.Runtime",
            "command.Nonsense",
            "query.FindKeys",
            "admin",
            "command.PointsCommand$AwardPoints"
        }) {
            RSocket connection = proven();
            assertThatThrownBy(() -> request(connection, name, new byte[0]))
                    .as(name)
                    .hasMessage("refused");
            logged("which is not a known message");
            log.list.clear();
        }
    }

    @Test
    void a_body_that_is_no_command_is_refused() {
        RSocket connection = proven();
        assertThatThrownBy(() -> request(connection, "command.RevokeKey", new byte[] {1, 2, 3}))
                .hasMessage("refused");
        logged("cannot be read");
    }

    @Test
    void an_oversized_frame_ends_its_connection() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            OutputStream out = socket.getOutputStream();
            out.write(new byte[] {(byte) 0xFF, (byte) 0xFF, (byte) 0xFF, 0, 0, 0, 0, 4});
            out.flush();
            socket.setSoTimeout(5_000);
            assertThat(socket.getInputStream().read()).isNegative();
        }
        logged("sent data that cannot be read");
    }

    @Test
    void a_silent_connection_is_soon_closed() throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(5_000);
            assertThat(socket.getInputStream().read()).isNegative();
        }
    }

    private RSocketBackend backend(ClusterSecret secret) {
        return new RSocketBackend(() -> Set.of(address(server)), Set::of, "gateway@test", secret, PeerTls.NONE);
    }

    private static InetSocketAddress address(PeerServer server) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port());
    }

    private static final byte[] CHALLENGE = new byte[16];

    private static Payload setup() {
        return DefaultPayload.create(
                Cbor.write(new PeerHandshake.Setup(PeerHandshake.VERSION, "stranger", CHALLENGE, null)));
    }

    private RSocket connection(Payload setup) {
        return RSocketConnector.create()
                .dataMimeType(PeerMetadata.CBOR.toString())
                .metadataMimeType(PeerMetadata.METADATA.toString())
                .setupPayload(setup)
                .connect(TcpClientTransport.create(address(server)))
                .block(SOON);
    }

    private RSocket proven() {
        RSocket connection = connection(setup());
        byte[] received = request(connection, PeerHandshake.CHALLENGE_ROUTE, new byte[0]);
        PeerHandshake.NodeIdentity nodeIdentity = Cbor.read(received, PeerHandshake.NodeIdentity.class);
        request(
                connection,
                PeerHandshake.PROOF_ROUTE,
                SECRET.proof(PeerHandshake.GATEWAY_ROLE, CHALLENGE, nodeIdentity.challenge()));
        return connection;
    }

    private static byte[] request(RSocket connection, String route, byte[] body) {
        return RSocketRequester.wrap(connection, PeerMetadata.CBOR, PeerMetadata.METADATA, RSocketStrategies.create())
                .route(route.replace("$", "\\$"))
                .data(body)
                .retrieveMono(byte[].class)
                .block(SOON);
    }

    private void logged(String words) {
        within(() ->
                log.list.stream().anyMatch(line -> line.getFormattedMessage().contains(words)));
    }

    private static void within(BooleanSupplier happens) {
        long end = System.nanoTime() + SOON.toNanos();
        while (!happens.getAsBoolean()) {
            assertThat(System.nanoTime()).as("in time").isLessThan(end);
            LockSupport.parkNanos(1_000_000);
        }
    }
}
