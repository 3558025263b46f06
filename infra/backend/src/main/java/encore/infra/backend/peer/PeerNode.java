package encore.infra.backend.peer;

import encore.infra.backend.Backend;
import io.netty.channel.ChannelOption;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketConnector;
import io.rsocket.transport.netty.client.TcpClientTransport;
import io.rsocket.util.DefaultPayload;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.io.buffer.DefaultDataBufferFactory;
import org.springframework.messaging.rsocket.RSocketRequester;
import org.springframework.messaging.rsocket.RSocketStrategies;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.tcp.TcpClient;

/** A node of a side as a gateway sees it: connected to for as long as it is wanted, again and again. */
final class PeerNode {

    private static final Logger LOG = LoggerFactory.getLogger(PeerNode.class);

    private static final Duration KEEP_ALIVE = Duration.ofMillis(500);

    /** Nothing heard for so long: the connection is over, and what was asked on it is asked elsewhere. */
    private static final Duration SILENCE = Duration.ofMillis(1_500);

    private static final Duration TO_CONNECT = Duration.ofSeconds(2);
    private static final Duration TO_END = Duration.ofSeconds(10);
    private static final Duration TRY_AGAIN = Duration.ofMillis(200);

    /** Requests in work at one node; more are refused before memory grows, as the way out has no bound of its own. */
    private static final int MOST_IN_FLIGHT = 2_048;

    private static final RSocketStrategies STRATEGIES = RSocketStrategies.builder()
            .dataBufferFactory(DefaultDataBufferFactory.sharedInstance)
            .build();

    private final InetSocketAddress address;
    private final String side;
    private final String self;
    private final ClusterSecret secret;
    private final AtomicInteger inFlight = new AtomicInteger();
    private final Disposable connecting;

    private volatile @Nullable Live live;
    private volatile @Nullable String name;
    private volatile String trouble = "";
    private volatile boolean unwanted;

    /** A connection whose both ends know the secret. */
    private static final class Live {
        final RSocketRequester requester;
        final long score;
        volatile boolean leaving;

        Live(RSocketRequester requester, long score) {
            this.requester = requester;
            this.score = score;
        }
    }

    /** The connection broke before an answer came: whether the request was honoured is not known. */
    static final class Lost extends RuntimeException {
        private static final long serialVersionUID = 1;

        Lost(String why, @Nullable Throwable cause) {
            super(why, cause, false, false);
        }
    }

    /** There are too many requests in work at this node. */
    static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;

        Full() {
            super(null, null, false, false);
        }
    }

    PeerNode(InetSocketAddress address, String side, String self, ClusterSecret secret) {
        this.address = address;
        this.side = side;
        this.self = self;
        this.secret = secret;
        this.connecting = Mono.defer(this::connection)
                .onErrorResume(failure -> {
                    tell(failure);
                    return Mono.empty();
                })
                .then(Mono.delay(TRY_AGAIN))
                .repeat(() -> !unwanted)
                .subscribe();
    }

    /** One connection from its beginning to its end. */
    private Mono<Void> connection() {
        byte[] challenge = ClusterSecret.challenge();
        TcpClient client = TcpClient.create()
                .remoteAddress(() -> address)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) TO_CONNECT.toMillis());
        return RSocketConnector.create()
                .dataMimeType(Heads.CBOR.toString())
                .metadataMimeType(Heads.METADATA.toString())
                .keepAlive(KEEP_ALIVE, SILENCE)
                .maxInboundPayloadSize(PeerServer.LARGEST)
                .fragment(PeerServer.PIECE)
                .setupPayload(DefaultPayload.create(
                        Cbor.write(new Introduction.Setup(Introduction.VERSION, self, challenge))))
                .connect(TcpClientTransport.create(client, PeerServer.FRAME))
                .timeout(TO_CONNECT)
                .flatMap(connection -> introduced(connection, challenge)
                        .timeout(TO_CONNECT)
                        .doOnError(failure -> connection.dispose())
                        .flatMap(requester -> connection.onClose().onErrorComplete()))
                .doFinally(end -> down());
    }

    private Mono<RSocketRequester> introduced(RSocket connection, byte[] challenge) {
        RSocketRequester requester = RSocketRequester.wrap(connection, Heads.CBOR, Heads.METADATA, STRATEGIES);
        return requester
                .route(Introduction.CHALLENGE)
                .data(new byte[0])
                .retrieveMono(byte[].class)
                .map(bytes -> Cbor.read(Reply.read(bytes).body(), Introduction.Node.class))
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
                            .retrieveMono(byte[].class)
                            .doOnNext(done -> up(requester, node.node()));
                })
                .thenReturn(requester);
    }

    private void up(RSocketRequester requester, String itsName) {
        name = itsName;
        trouble = "";
        live = new Live(requester, hash(itsName));
        LOG.info("Connected to {} at {}", itsName, address);
    }

    private void down() {
        if (live != null) {
            live = null;
            LOG.warn("{} at {} is gone", name, address);
        }
    }

    /** Once for each trouble, as it is tried many times a minute. */
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

    /** How much this node is the one for a key: the highest takes it (rendezvous hashing). */
    long score(long key) {
        Live now = live;
        return now == null ? Long.MIN_VALUE : mix(now.score ^ key);
    }

    static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ b) * 0x100000001b3L;
        }
        return mix(hash);
    }

    private static long mix(long bits) {
        long z = (bits ^ (bits >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    Mono<Reply> request(String route, byte[] head, byte[] body) {
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
                    .route(route)
                    .metadata(head, Heads.HEAD)
                    .data(body)
                    .retrieveMono(byte[].class)
                    .map(Reply::read)
                    .switchIfEmpty(Mono.error(() -> new Lost("no answer", null)))
                    .onErrorMap(failure -> failure instanceof Lost ? failure : new Lost("lost", failure))
                    .doOnNext(reply -> {
                        if (reply.kind() == Reply.Kind.LEAVING) {
                            now.leaving = true;
                        }
                    })
                    .doFinally(end -> inFlight.decrementAndGet());
        });
    }

    Flux<Reply> follow(String route) {
        return Flux.defer(() -> {
            Live now = live;
            return now == null
                    ? Flux.error(new Lost("not connected", null))
                    : now.requester.route(route).retrieveFlux(byte[].class).map(Reply::read);
        });
    }

    /** No longer wanted: what is in work may end. */
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
