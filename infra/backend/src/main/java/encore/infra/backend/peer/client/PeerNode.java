package encore.infra.backend.peer.client;

import encore.infra.backend.Backend;
import encore.infra.backend.ControlMessage;
import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.peer.Cbor;
import encore.infra.backend.peer.ClusterSecret;
import encore.infra.backend.peer.ConnectionCipher;
import encore.infra.backend.peer.MessageCatalogue;
import encore.infra.backend.peer.PeerAnswer;
import encore.infra.backend.peer.PeerHandshake;
import encore.infra.backend.peer.PeerMetadata;
import encore.infra.backend.peer.PeerTls;
import encore.infra.backend.peer.server.PeerServer;
import encore.infra.backend.peer.server.QueryController;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
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

    private static final Duration KEEP_ALIVE_INTERVAL = Duration.ofMillis(500);

    /** After this silence the connection counts as lost, and open requests are sent to other nodes. */
    private static final Duration SILENCE_TIMEOUT = Duration.ofMillis(1_500);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(2);
    private static final Duration DRAIN_TIMEOUT = Duration.ofSeconds(10);
    private static final Duration RECONNECT_PAUSE = Duration.ofMillis(200);
    private static final Duration DOUBT_DURATION = Duration.ofSeconds(1);

    /** How long a node that hands over is not asked again, while there is another one. */
    private static final Duration HAND_OVER_DURATION = Duration.ofMinutes(1);

    /**
     * The largest number of open requests at one node. More are refused before they fill the memory, because the
     * outgoing queue has no limit of its own.
     */
    private static final int MAX_IN_FLIGHT = 2_048;

    private final InetSocketAddress address;
    private final String side;
    private final String self;
    private final ClusterSecret secret;
    private final PeerTls tls;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Disposable connecting;

    private volatile @Nullable ProvenConnection proven;
    private volatile @Nullable String name;
    private volatile String lastFailure = "";
    private volatile boolean retired;
    private volatile long doubtedUntil = System.nanoTime();
    private volatile boolean handsOver;

    /** A connection after both ends have proved that they know the secret. */
    private static final class ProvenConnection {
        final RSocketRequester requester;
        final ConnectionCipher cipher;
        final long servingSince;
        final boolean checksIfMatch;
        final boolean joinsGateways;
        volatile boolean leaving;

        ProvenConnection(RSocketRequester requester, ConnectionCipher cipher, PeerHandshake.NodeIdentity nodeIdentity) {
            this.requester = requester;
            this.cipher = cipher;
            this.servingSince = Objects.requireNonNullElse(nodeIdentity.since(), Long.MIN_VALUE);
            this.checksIfMatch = Boolean.TRUE.equals(nodeIdentity.checksIfMatch());
            this.joinsGateways = Boolean.TRUE.equals(nodeIdentity.joinsGateways());
        }
    }

    /** The connection broke before an answer came. It is not known whether the request was carried out. */
    static final class AnswerLost extends RuntimeException {
        private static final long serialVersionUID = 1;

        AnswerLost(String why, @Nullable Throwable cause) {
            super(why, cause, false, false);
        }
    }

    /** Too many requests are open at this node. */
    static final class TooManyInFlight extends RuntimeException {
        private static final long serialVersionUID = 1;

        TooManyInFlight() {
            super(null, null, false, false);
        }
    }

    PeerNode(InetSocketAddress address, String side, String self, ClusterSecret secret, PeerTls tls) {
        this.address = address;
        this.side = side;
        this.self = self;
        this.secret = secret;
        this.tls = tls;
        this.connecting = Mono.defer(this::connectOnce)
                .onErrorResume(failure -> {
                    logOnce(failure);
                    return Mono.empty();
                })
                .then(Mono.delay(RECONNECT_PAUSE))
                .repeat(() -> !retired)
                .subscribe();
    }

    /** Connects once, and completes when the connection has ended. */
    private Mono<Void> connectOnce() {
        byte[] challenge = ClusterSecret.challenge();
        TcpClient client = tls.secureClient(
                TcpClient.create().remoteAddress(() -> address).option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int)
                        CONNECT_TIMEOUT.toMillis()));
        RSocketRequester requester = RSocketRequester.builder()
                .rsocketStrategies(Cbor.STRATEGIES)
                .dataMimeType(PeerMetadata.CBOR)
                .metadataMimeType(PeerMetadata.METADATA)
                .setupData(new PeerHandshake.Setup(PeerHandshake.VERSION, self, challenge, true))
                .rsocketConnector(connector -> connector
                        .keepAlive(KEEP_ALIVE_INTERVAL, SILENCE_TIMEOUT)
                        .maxInboundPayloadSize(PeerServer.MAX_MESSAGE_BYTES)
                        .fragment(PeerServer.FRAGMENT_BYTES))
                .transport(TcpClientTransport.create(client, PeerServer.MAX_FRAME_BYTES));
        RSocketClient connecting = Objects.requireNonNull(requester.rsocketClient());
        return connecting
                .source()
                .timeout(CONNECT_TIMEOUT)
                .flatMap(connection -> shakeHands(requester, challenge)
                        .timeout(CONNECT_TIMEOUT)
                        .then(connection.onClose().onErrorComplete()))
                .doFinally(end -> {
                    onDisconnected();
                    // The client would reconnect by itself, without the handshake.
                    connecting.dispose();
                });
    }

    private Mono<Void> shakeHands(RSocketRequester requester, byte[] challenge) {
        return requester
                .route(PeerHandshake.CHALLENGE_ROUTE)
                .retrieveMono(PeerHandshake.NodeIdentity.class)
                .flatMap(nodeIdentity -> {
                    String role = PeerHandshake.NodeIdentity.role(nodeIdentity.side(), nodeIdentity.node());
                    if (!secret.proves(nodeIdentity.proof(), role, challenge, nodeIdentity.challenge())) {
                        return Mono.error(new AnswerLost("it has another cluster secret", null));
                    }
                    if (!nodeIdentity.side().equals(side)) {
                        return Mono.error(new AnswerLost("it is a " + nodeIdentity.side() + " node", null));
                    }
                    return requester
                            .route(PeerHandshake.PROOF_ROUTE)
                            .data(secret.proof(PeerHandshake.GATEWAY_ROLE, challenge, nodeIdentity.challenge()))
                            .retrieveMono(Void.class)
                            .doOnSuccess(done -> onConnected(
                                    requester,
                                    ConnectionCipher.of(secret, challenge, nodeIdentity.challenge()),
                                    nodeIdentity));
                });
    }

    private void onConnected(
            RSocketRequester requester, ConnectionCipher cipher, PeerHandshake.NodeIdentity nodeIdentity) {
        name = nodeIdentity.node();
        lastFailure = "";
        doubtedUntil = System.nanoTime();
        proven = new ProvenConnection(requester, cipher, nodeIdentity);
        LOG.info("Connected to {} at {}", name, address);
    }

    private void onDisconnected() {
        if (proven != null) {
            proven = null;
            LOG.warn("Disconnected from {} at {}", name, address);
        }
    }

    /** Logs a failure once as long as it stays the same, because connecting is tried many times a minute. */
    private void logOnce(Throwable failure) {
        String what = failure instanceof AnswerLost answerLost
                ? String.valueOf(answerLost.getMessage())
                : failure.getClass().getSimpleName();
        if (!what.equals(lastFailure)) {
            lastFailure = what;
            LOG.warn("No connection to the {} node at {}: {}", side, address, what);
        }
    }

    boolean isUp() {
        ProvenConnection now = proven;
        return now != null && !now.leaving;
    }

    boolean isConnected() {
        return proven != null;
    }

    /** Whether the node checks preconditions of commands. One of an older build would overlook them. */
    boolean checksIfMatch() {
        ProvenConnection now = proven;
        return now == null || now.checksIfMatch;
    }

    int inFlight() {
        return inFlight.get();
    }

    InetSocketAddress address() {
        return address;
    }

    Backend.Node status() {
        return new Backend.Node(side, address.getHostString() + ":" + address.getPort(), name, isUp());
    }

    /**
     * Returns the time since when the node answers gateways, by its own clock. A node of an older build does not send
     * it and counts as the oldest.
     */
    long servingSince() {
        ProvenConnection now = proven;
        return now == null ? Long.MAX_VALUE : now.servingSince;
    }

    String name() {
        return Objects.requireNonNullElse(name, "");
    }

    /** Marks that the node cannot reach its store. Other nodes come first for a while. */
    void markDoubted() {
        doubtedUntil = System.nanoTime() + DOUBT_DURATION.toNanos();
    }

    /** Notes whether the node wants other nodes to decide. It says so with its answers, and goes on deciding if it is alone. */
    void noteHandOver(boolean wanted) {
        if (wanted) {
            if (!handsOver) {
                LOG.warn("{} has a wrong clock: other command nodes come first", name);
            }
            doubtedUntil = System.nanoTime() + HAND_OVER_DURATION.toNanos();
        }
        handsOver = wanted;
    }

    boolean isDoubted() {
        return System.nanoTime() - doubtedUntil < 0;
    }

    /**
     * Sends a request and returns the node's answer. Fails with {@link AnswerLost} when none came, and with
     * {@link RejectedException} when the node is about to stop.
     */
    Mono<PeerAnswer<Object>> request(
            MessageCatalogue.MessageRoute messageRoute, Object message, Object metadata, MimeType metadataType) {
        return Mono.defer(() -> {
            ProvenConnection now = proven;
            if (now == null) {
                return Mono.error(new AnswerLost("not connected", null));
            }
            if (inFlight.incrementAndGet() > MAX_IN_FLIGHT) {
                inFlight.decrementAndGet();
                return Mono.error(new TooManyInFlight());
            }
            return now.requester
                    .route(messageRoute.route())
                    .metadata(metadata, metadataType)
                    .data(message)
                    .retrieveMono(messageRoute.answerReference())
                    .switchIfEmpty(Mono.error(() -> new AnswerLost("no answer", null)))
                    .doOnError(RejectedException.class, stops -> now.leaving = true)
                    .onErrorMap(PeerNode::isLost, failure -> new AnswerLost("lost", failure))
                    .doFinally(end -> inFlight.decrementAndGet());
        });
    }

    /** Returns whether the request got no reaction. An error that the node itself sent is a reaction. */
    private static boolean isLost(Throwable failure) {
        return !(failure instanceof RejectedException
                || failure instanceof ApplicationErrorException
                || failure instanceof CodecException);
    }

    Flux<ControlMessage> control() {
        return stream(now -> now.requester
                .route(QueryController.CONTROL_ROUTE)
                .retrieveFlux(ConnectionCipher.Ciphertext.class)
                .map(ciphertext -> Cbor.read(now.cipher.decrypt(ciphertext), QueryController.ControlEnvelope.class)
                        .message()));
    }

    Flux<Long> news(long account) {
        return stream(
                now -> now.requester.route(QueryController.NEWS_ROUTE + account).retrieveFlux(Long.class));
    }

    Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return stream(now -> now.requester
                .route(QueryController.PRESENCE_ROUTE)
                .data(reports.map(QueryController.ReportEnvelope::new), QueryController.ReportEnvelope.class)
                .retrieveFlux(QueryController.NewsEnvelope.class)
                .map(QueryController.NewsEnvelope::news));
    }

    /** Joins this gateway to the others. A node of an older build knows no such route. */
    Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return stream(now -> now.joinsGateways
                ? now.requester
                        .route(QueryController.CALLS_ROUTE)
                        .data(
                                reports.map(QueryController.CallsReportEnvelope::new),
                                QueryController.CallsReportEnvelope.class)
                        .retrieveFlux(QueryController.CallsNewsEnvelope.class)
                        .map(QueryController.CallsNewsEnvelope::news)
                : Flux.error(new AnswerLost("an older build joins no gateways", null)));
    }

    private <T> Flux<T> stream(Function<ProvenConnection, Flux<T>> begun) {
        return Flux.defer(() -> {
            ProvenConnection now = proven;
            return now == null ? Flux.error(new AnswerLost("not connected", null)) : begun.apply(now);
        });
    }

    /** Stops using the node. Open requests get time to end. */
    void retire() {
        retired = true;
        ProvenConnection now = proven;
        if (now != null) {
            now.leaving = true;
        }
        Mono.delay(inFlight.get() == 0 ? Duration.ZERO : DRAIN_TIMEOUT).subscribe(later -> {
            connecting.dispose();
            if (now != null) {
                now.requester.dispose();
            }
        });
    }
}
