package encore.infra.backend.peer;

import encore.infra.backend.CommandSide;
import encore.infra.backend.QuerySide;
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
    static final int FRAME = 256 * 1_024;

    /** The largest message or answer: four times the largest body of a request when that is sent as it is. */
    static final int LARGEST = 8 * 1_024 * 1_024;

    static final int PIECE = 64 * 1_024;

    private static final Logger LOG = LoggerFactory.getLogger(PeerServer.class);
    private static final Duration DRAINING = Duration.ofSeconds(15);
    private static final Duration FIRST_FRAME = Duration.ofSeconds(2);

    private final SocketAcceptor introducing;
    private final SocketAcceptor answering;
    private final BooleanSupplier broken;
    private final CloseableChannel channel;
    private final Set<RSocket> connections = ConcurrentHashMap.newKeySet();
    private final Sinks.Empty<Void> leaving = Sinks.empty();
    private final AtomicInteger inside = new AtomicInteger();
    private volatile boolean closing;

    private PeerServer(
            String bind,
            int port,
            PeerTls tls,
            IntroductionController introduction,
            Object controller,
            BooleanSupplier broken) {
        this.broken = broken;
        this.introducing = RSocketMessageHandler.responder(Cbor.STRATEGIES, introduction);
        this.answering = RSocketMessageHandler.responder(Cbor.STRATEGIES, controller);
        this.channel = RSocketServer.create(this::accept)
                .maxInboundPayloadSize(LARGEST)
                .fragment(PIECE)
                .maxTimeToFirstFrame(FIRST_FRAME)
                .interceptors(all -> all.forConnection((type, connection) -> new WatchedConnection(connection)))
                .bindNow(TcpServerTransport.create(
                        tls.accepting(TcpServer.create().host(bind).port(port)), FRAME));
    }

    /** Opens the port of a command node. */
    public static PeerServer of(
            CommandSide side, String bind, int port, String node, ClusterSecret secret, PeerTls tls) {
        return of(side, bind, port, node, System.currentTimeMillis(), secret, tls);
    }

    /**
     * Opens the port of a command node.
     *
     * @param since the start time that gateways are told: they send commands to the node that has answered for longest
     */
    static PeerServer of(
            CommandSide side, String bind, int port, String node, long since, ClusterSecret secret, PeerTls tls) {
        return new PeerServer(
                bind,
                port,
                tls,
                new IntroductionController(CommandController.SIDE, node, since, secret),
                new CommandController(side, MessageCatalogue.load()),
                side::isBroken);
    }

    /**
     * Opens the port of a query node.
     *
     * @param current whether the side hears from the log; otherwise followers of an account's news turn to another node
     */
    public static PeerServer of(
            QuerySide side,
            BooleanSupplier current,
            String bind,
            int port,
            String node,
            ClusterSecret secret,
            PeerTls tls) {
        return new PeerServer(
                bind,
                port,
                tls,
                new IntroductionController(QueryController.SIDE, node, System.currentTimeMillis(), secret),
                new QueryController(side, current, secret, MessageCatalogue.load()),
                side::isBroken);
    }

    public int port() {
        return channel.address().getPort();
    }

    /** Returns the number of requests that are being handled. */
    public int inFlight() {
        return inside.get();
    }

    private Mono<RSocket> accept(ConnectionSetupPayload setup, RSocket connection) {
        if (closing || setup.sliceData().readableBytes() > Introduction.LONGEST) {
            return Mono.error(stranger());
        }
        Guest guest = new Guest(connection);
        return introducing
                .accept(setup, guest)
                .zipWith(answering.accept(setup, guest), (first, then) -> guest.guarding(first, then, this))
                .doOnNext(let -> keep(connection))
                .onErrorMap(unreadable -> stranger());
    }

    private static RejectedSetupException stranger() {
        LOG.warn("Refused: a connection without a gateway's setup");
        return new RejectedSetupException("refused");
    }

    private void keep(RSocket connection) {
        connections.add(connection);
        connection
                .onClose()
                .onErrorComplete()
                .doFinally(end -> connections.remove(connection))
                .subscribe();
    }

    /**
     * Counts a new request. Returns false, without counting it, when this node is closing or its side is broken. After
     * true, call {@link #leave} when the request has ended.
     */
    boolean enter() {
        inside.incrementAndGet();
        if (closing || broken.getAsBoolean()) {
            leave();
            return false;
        }
        return true;
    }

    void leave() {
        inside.decrementAndGet();
    }

    /** Completes when this node is about to stop, which ends its streams. */
    Mono<Void> leaving() {
        return leaving.asMono().materialize().then();
    }

    /** Accepts no more requests, so that gateways turn to other nodes, and waits for those that are being handled. */
    @Override
    public void close() {
        if (closing) {
            return;
        }
        closing = true;
        leaving.tryEmitEmpty();
        channel.dispose();
        long end = System.nanoTime() + DRAINING.toNanos();
        try {
            while (inside.get() > 0 && System.nanoTime() < end) {
                Thread.sleep(10);
            }
            // The last answers are still being sent.
            Thread.sleep(connections.isEmpty() ? 0 : 100);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (inside.get() > 0) {
            LOG.warn("{} requests did not end in time and are aborted", inside.get());
        }
        connections.forEach(RSocket::dispose);
    }

    /** Closes all connections at once, even in the middle of a message. For tests. */
    void cut() {
        channel.dispose();
        connections.forEach(RSocket::dispose);
    }
}
