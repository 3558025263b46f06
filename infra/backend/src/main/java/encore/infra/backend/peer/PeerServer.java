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

/** A side's port for gateways. It is never exposed: who does not know the cluster's secret is turned away. */
public final class PeerServer implements AutoCloseable {

    /** A frame; what is larger travels in pieces. One larger is not of our making, and ends its connection. */
    static final int FRAME = 256 * 1_024;

    /** A message or an answer: the largest body of a request, told as it is, is a quarter of this. */
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

    /** @param since when it begins, as gateways are told: commands go to the node that has answered them for longest */
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
     * @param current whether the side hears from the log: who follows the news of an account turns to another otherwise
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

    /** Requests in work. */
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
        LOG.warn("Refused: a connection that is no gateway's");
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

    /** Whether one more request may begin here, where nothing is broken; it is to leave in any case that it entered. */
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

    /** Ends the streams when this node is about to stop. */
    Mono<Void> leaving() {
        return leaving.asMono().materialize().then();
    }

    /** Begins nothing more, lets gateways turn to other nodes, and waits for what is in work. */
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
            // What was answered last is on its way.
            Thread.sleep(connections.isEmpty() ? 0 : 100);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (inside.get() > 0) {
            LOG.warn("{} requests are still in work, and are given up", inside.get());
        }
        connections.forEach(RSocket::dispose);
    }

    /** Ends all connections in the middle of whatever is said: for tests. */
    void cut() {
        channel.dispose();
        connections.forEach(RSocket::dispose);
    }
}
