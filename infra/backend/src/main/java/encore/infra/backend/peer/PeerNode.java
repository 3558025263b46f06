package encore.infra.backend.peer;

import encore.infra.backend.Backend;
import encore.infra.backend.Control;
import io.netty.channel.ChannelOption;
import io.rsocket.core.RSocketClient;
import io.rsocket.exceptions.ApplicationErrorException;
import io.rsocket.exceptions.RejectedException;
import io.rsocket.transport.netty.client.TcpClientTransport;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.codec.CodecException;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.util.MimeType;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;

/** A gateway's connection to one node of a side. It reconnects until the node is retired. */
final class PeerNode {

    private static final Logger LOG = LoggerFactory.getLogger(PeerNode.class);

    private static final Duration KEEP_ALIVE = Duration.ofMillis(500);

    /** After this silence the connection counts as lost, and open requests are sent to other nodes. */
    private static final Duration SILENCE = Duration.ofMillis(1_500);

    private static final Duration TO_CONNECT = Duration.ofSeconds(2);
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);
    private static final Duration IN_DOUBT = Duration.ofSeconds(1);

    /**
     * The largest number of open requests at one node. More are refused before they fill the memory, because the
     * outgoing queue has no limit of its own.
     */
    private static final int MOST_IN_FLIGHT = 2_048;

    private final InetSocketAddress address;
    private final String side;
    private final String self;
    private final ClusterSecret secret;
    private final PeerTls tls;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Disposable connecting;

    private volatile @Nullable Live live;
    private volatile @Nullable String name;
    private volatile String trouble = "";
    private volatile boolean unwanted;
    private volatile boolean doubted;
    private volatile long doubtedAt;

    /** A connection after both ends have proved that they know the secret. */
    private static final class Live {
        final RSocketRequester requester;
        final Envelope envelope;
        final long since;
        volatile boolean leaving;

        Live(RSocketRequester requester, Envelope envelope, long since) {
            this.requester = requester;
            this.envelope = envelope;
            this.since = since;
        }
    }

    /** The connection broke before an answer came. It is not known whether the request was carried out. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost(String why, @Nullable Throwable cause) {
            super(why, cause, false, false);
        }
    }

    /** Too many requests are open at this node. */
    static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;

        Full() {
            super(null, null, false, false);
        }
    }

    PeerNode(InetSocketAddress address, String side, String self, ClusterSecret secret, PeerTls tls) {
        this.address = address;
        this.side = side;
        this.self = self;
        this.secret = secret;
        this.tls = tls;
        this.connecting = Mono.defer(this::connection)
                .onErrorResume(failure -> {
                    tell(failure);
                    return Mono.empty();
                })
                .then(Mono.delay(TRY_AGAIN))
                .repeat(() -> !unwanted)
                .subscribe();
    }

    /** Connects once, and completes when the connection has ended. */
    private Mono<Void> connection() {
        byte[] challenge = ClusterSecret.challenge();
        TcpClient client = tls.connecting(
                TcpClient.create().remoteAddress(() -> address).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        TO_CONNECT.toMillis()));
        RSocketRequester requester = RSocketRequester.builder()
                .rsocketStrategies(Cbor.STRATEGIES)
                .dataMimeType(Heads.CBOR)
                .metadataMimeType(Heads.METADATA)
                .setupData(new Introduction.Setup(Introduction.VERSION, self, challenge))
                .rsocketConnector(connector -> connector
                        .keepAlive(KEEP_ALIVE, SILENCE)
                        .maxInboundPayloadSize(PeerServer.LARGEST)
                        .fragment(PeerServer.PIECE))
                .transport(TcpClientTransport.create(client, PeerServer.FRAME));
        RSocketClient connecting = Objects.requireNonNull(requester.rsocketClient());
        return connecting
                .source()
                .timeout(TO_CONNECT)
                .flatMap(connection -> introduced(requester, challenge)
                        .timeout(TO_CONNECT)
                        .then(connection.onClose().onErrorComplete()))
                .doFinally(end -> {
                    down();
                    // The client would reconnect by itself, without the handshake.
                    connecting.dispose();
                });
    }

    private Mono<Void> introduced(RSocketRequester requester, byte[] challenge) {
        return requester
                .route(Introduction.CHALLENGE)
                .retrieveMono(Introduction.Node.class)
                .flatMap(node -> {
                    String role = Introduction.Node.role(node.side(), node.node());
                    if (!secret.proves(node.proof(), role, challenge, node.challenge())) {
                        return Mono.error(new Lost("it has another cluster secret", null));
                    }
                    if (!node.side().equals(side)) {
                        return Mono.error(new Lost("it is a " + node.side() + " node", null));
                    }
                    return requester
                            .route(Introduction.PROOF)
                            .data(secret.proof(Introduction.GATEWAY, challenge, node.challenge()))
                            .retrieveMono(Void.class)
                            .doOnSuccess(done -> up(requester, Envelope.of(secret, challenge, node.challenge()), node));
                });
    }

    private void up(RSocketRequester requester, Envelope envelope, Introduction.Node node) {
        name = node.node();
        trouble = "";
        doubted = false;
        live = new Live(requester, envelope, Objects.requireNonNullElse(node.since(), Long.MIN_VALUE));
        LOG.info("Connected to {} at {}", name, address);
    }

    private void down() {
        if (live != null) {
            live = null;
            LOG.warn("Disconnected from {} at {}", name, address);
        }
    }

    /** Logs a failure once as long as it stays the same, because connecting is tried many times a minute. */
    private void tell(Throwable failure) {
        String what = failure instanceof Lost lost
                ? String.valueOf(lost.getMessage())
                : failure.getClass().getSimpleName();
        if (!what.equals(trouble)) {
            trouble = what;
            LOG.warn("No connection to the {} node at {}: {}", side, address, what);
        }
    }

    boolean isUp() {
        Live now = live;
        return now != null && !now.leaving;
    }

    boolean isConnected() {
        return live != null;
    }

    int inFlight() {
        return inFlight.get();
    }

    InetSocketAddress address() {
        return address;
    }

    Backend.Node seen() {
        return new Backend.Node(side, address.getHostString() + ":" + address.getPort(), name, isUp());
    }

    /**
     * Returns the time since when the node answers gateways, by its own clock. A node of an older build does not send
     * it and counts as the oldest.
     */
    long since() {
        Live now = live;
        return now == null ? Long.MAX_VALUE : now.since;
    }

    String name() {
        return Objects.requireNonNullElse(name, "");
    }

    /** Marks that the node cannot reach its store. Other nodes come first for a while. */
    void doubt() {
        doubtedAt = System.nanoTime();
        doubted = true;
    }

    boolean isDoubted() {
        return doubted && System.nanoTime() - doubtedAt < IN_DOUBT.toNanos();
    }

    /**
     * Sends a request and returns the node's answer. Fails with {@link Lost} when none came, and with
     * {@link RejectedException} when the node is about to stop.
     */
    Mono<Answer<Object>> request(MessageCatalogue.Entry entry, Object message, Object head, MimeType headType) {
        return Mono.defer(() -> {
            Live now = live;
            if (now == null) {
                return Mono.error(new Lost("not connected", null));
            }
            if (inFlight.incrementAndGet() > MOST_IN_FLIGHT) {
                inFlight.decrementAndGet();
                return Mono.error(new Full());
            }
            return now.requester
                    .route(entry.route())
                    .metadata(head, headType)
                    .data(message)
                    .retrieveMono(entry.answers())
                    .switchIfEmpty(Mono.error(() -> new Lost("no answer", null)))
                    .doOnError(RejectedException.class, stops -> now.leaving = true)
                    .onErrorMap(PeerNode::isLost, failure -> new Lost("lost", failure))
                    .doFinally(end -> inFlight.decrementAndGet());
        });
    }

    /** Returns whether the request got no reaction. An error that the node itself sent is a reaction. */
    private static boolean isLost(Throwable failure) {
        return !(failure instanceof RejectedException
                || failure instanceof ApplicationErrorException
                || failure instanceof CodecException);
    }

    Flux<Control> control() {
        return stream(now -> now.requester
                .route(QueryController.CONTROL)
                .retrieveFlux(Envelope.Closed.class)
                .map(closed -> Cbor.read(now.envelope.open(closed), QueryController.News.class)
                        .told()));
    }

    Flux<Long> news(long account) {
        return stream(now -> now.requester.route(QueryController.NEWS + account).retrieveFlux(Long.class));
    }

    private <T> Flux<T> stream(Function<Live, Flux<T>> begun) {
        return Flux.defer(() -> {
            Live now = live;
            return now == null ? Flux.error(new Lost("not connected", null)) : begun.apply(now);
        });
    }

    /** Stops using the node. Open requests get time to end. */
    void end() {
        unwanted = true;
        Live now = live;
        if (now != null) {
            now.leaving = true;
        }
        Mono.delay(inFlight.get() == 0 ? Duration.ZERO : TO_END).subscribe(later -> {
            connecting.dispose();
            if (now != null) {
                now.requester.dispose();
            }
        });
    }
}
