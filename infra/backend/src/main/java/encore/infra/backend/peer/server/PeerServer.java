package encore.infra.backend.peer.server;

import encore.infra.backend.CommandSide;
import encore.infra.backend.QuerySide;
import encore.infra.backend.peer.Cbor;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerHandshake;
import encore.infra.backend.peer.PeerTls;
import io.rsocket.ConnectionSetupPayload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.core.RSocketServer;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.transport.netty.server.CloseableChannel;
import io.rsocket.transport.netty.server.TcpServerTransport;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.rsocket.annotation.support.RSocketMessageHandler;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.netty.tcp.TcpServer;

/** A side's port for gateways. Never expose it. It refuses connections that do not know the cluster's secret. */
public final class PeerServer implements AutoCloseable {

    /**
     * The largest frame. Larger messages are sent in fragments; a larger frame is not from a node of ours and ends its
     * connection.
     */
    public static final int MAX_FRAME_BYTES = 256 * 1_024;

    /** The largest message or answer: four times the largest body of a request when that is sent as it is. */
    public static final int MAX_MESSAGE_BYTES = 8 * 1_024 * 1_024;

    public static final int FRAGMENT_BYTES = 64 * 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(PeerServer.class);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration FIRST_FRAME_TIMEOUT = Duration.ofSeconds(2);

    private final SocketAcceptor handshakeAcceptor;
    private final SocketAcceptor sideAcceptor;
    private final BooleanSupplier broken;
    private final CloseableChannel channel;
    private final Set<RSocket> connections = ConcurrentHashMap.newKeySet();
    private final Sinks.Empty<Void> stopping = Sinks.empty();
    private final AtomicInteger requestsInFlight = new AtomicInteger();
    private volatile boolean closing;

    private PeerServer(
            String bind,
            int port,
            PeerTls tls,
            HandshakeController introduction,
            Object controller,
            BooleanSupplier broken) {
        this.broken = broken;
        this.handshakeAcceptor = RSocketMessageHandler.responder(Cbor.STRATEGIES, introduction);
        this.sideAcceptor = RSocketMessageHandler.responder(Cbor.STRATEGIES, controller);
        this.channel = RSocketServer.create(this::accept)
                .maxInboundPayloadSize(MAX_MESSAGE_BYTES)
                .fragment(FRAGMENT_BYTES)
                .maxTimeToFirstFrame(FIRST_FRAME_TIMEOUT)
                .interceptors(all -> all.forConnection((type, connection) -> new ReadFailureLog(connection)))
                .bindNow(TcpServerTransport.create(
                        tls.secureServer(TcpServer.create().host(bind).port(port)), MAX_FRAME_BYTES));
    }

    /** Opens the port of a command node. */
    public static PeerServer of(
            CommandSide side, String bind, int port, String node, ClusterSecret secret, PeerTls tls) {
        return of(side, bind, port, node, System.currentTimeMillis(), secret, tls);
    }

    /**
     * Opens the port of a command node.
     *
     * @param servingSince the start time that gateways get: they send commands to the node that has answered for longest
     */
    public static PeerServer of(
            CommandSide side,
            String bind,
            int port,
            String node,
            long servingSince,
            ClusterSecret secret,
            PeerTls tls) {
        return new PeerServer(
                bind,
                port,
                tls,
                new HandshakeController(CommandController.SIDE, node, servingSince, secret),
                new CommandController(side, MessageCatalogue.load()),
                side::isBroken);
    }

    /**
     * Opens the port of a query node.
     *
     * @param isCurrent whether the side hears from the log; otherwise followers of an account's news turn to another node
     */
    public static PeerServer of(
            QuerySide side,
            BooleanSupplier isCurrent,
            String bind,
            int port,
            String node,
            ClusterSecret secret,
            PeerTls tls) {
        return new PeerServer(
                bind,
                port,
                tls,
                new HandshakeController(QueryController.SIDE, node, System.currentTimeMillis(), secret),
                new QueryController(side, isCurrent, secret, MessageCatalogue.load()),
                side::isBroken);
    }

    public int port() {
        return channel.address().getPort();
    }

    /** Returns the number of requests that are being handled. */
    public int inFlight() {
        return requestsInFlight.get();
    }

    private Mono<RSocket> accept(ConnectionSetupPayload setup, RSocket connection) {
        if (closing || setup.sliceData().readableBytes() > PeerHandshake.MAX_SETUP_BYTES) {
            return Mono.error(refusedSetup());
        }
        PeerConnection peerConnection = new PeerConnection(connection);
        return handshakeAcceptor
                .accept(setup, peerConnection)
                .zipWith(
                        sideAcceptor.accept(setup, peerConnection),
                        (first, then) -> peerConnection.guardedResponder(first, then, this))
                .doOnNext(let -> track(connection))
                .onErrorMap(unreadable -> refusedSetup());
    }

    private static RejectedSetupException refusedSetup() {
        LOG.warn("Refused: a connection without a gateway's setup");
        return new RejectedSetupException("refused");
    }

    private void track(RSocket connection) {
        connections.add(connection);
        connection
                .onClose()
                .onErrorComplete()
                .doFinally(end -> connections.remove(connection))
                .subscribe();
    }

    /**
     * Counts a new request. Returns false, without counting it, when this node is closing or its side is broken. After
     * true, call {@link #endRequest} when the request has ended.
     */
    boolean beginRequest() {
        requestsInFlight.incrementAndGet();
        if (closing || broken.getAsBoolean()) {
            endRequest();
            return false;
        }
        return true;
    }

    void endRequest() {
        requestsInFlight.decrementAndGet();
    }

    /** Completes when this node is about to stop, which ends its streams. */
    Mono<Void> stopping() {
        return stopping.asMono().materialize().then();
    }

    /** Accepts no more requests, so that gateways turn to other nodes, and waits for those that are being handled. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        stopping.tryEmitEmpty();
        channel.dispose();
        long end = System.nanoTime() + DRAIN_TIMEOUT.toNanos();
        try {
            while (requestsInFlight.get() > 0 && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            // The last answers are still being sent.
            Thread.sleep(connections.isEmpty() ? 0 : 100);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (requestsInFlight.get() > 0) {
            LOG.warn("{} requests did not end in time and are aborted", requestsInFlight.get());
        }
        connections.forEach(RSocket::dispose);
    }

    /** Closes all connections at once, even in the middle of a message. For tests. */
    public void closeAbruptly() {
        channel.dispose();
        connections.forEach(RSocket::dispose);
    }
}
