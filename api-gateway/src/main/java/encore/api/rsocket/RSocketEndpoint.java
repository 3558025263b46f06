package encore.api.rsocket;

import encore.api.fanout.RoomConnections;
import encore.api.live.FrameWriter;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.netty.AcceptTurnsHandler;
import encore.api.problems.Problem;
import encore.api.server.ChannelWebSocketHandler;
import encore.api.server.FollowerCounter;
import encore.api.server.OpenConnections;
import encore.api.server.TlsCustomizer;
import io.netty.channel.Channel;
import io.rsocket.ConnectionSetupPayload;
import io.rsocket.Payload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.RejectedSetupException;
import io.rsocket.util.RSocketProxy;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.rsocket.autoconfigure.RSocketProperties;
import org.springframework.boot.rsocket.messaging.RSocketStrategiesCustomizer;
import org.springframework.boot.rsocket.server.RSocketServer;
import org.springframework.boot.rsocket.server.RSocketServerFactory;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.server.Ssl;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.messaging.rsocket.RSocketStrategies;
import org.springframework.stereotype.Component;
import org.springframework.util.InvalidMimeTypeException;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/**
 * Accepts followers, and clients in rooms, over RSocket, at a TCP port of its own and over WebSocket at {@code /rsocket}. Spring Boot starts
 * and stops it and gives it Spring's handlers; the connections are implemented here.
 */
@Component
public class RSocketEndpoint implements RSocketServerFactory, RSocketServer, ChannelWebSocketHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RSocketEndpoint.class);
    private static final Duration SETUP_TIMEOUT = Duration.ofSeconds(3);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

    /** The shortest keep-alive interval: a timer in the gateway runs as often as the client asks. */
    private static final int SHORTEST_KEEP_ALIVE_MILLIS = 100;

    private final RSocketProperties.Server settings;
    private final FollowerCounter followerCounter;
    private final OpenConnections openConnections;
    private final LiveSessionFactory sessionFactory;
    private final RoomConnections roomConnections;
    private final LiveMeters meters;
    private final @Nullable ReactorResourceFactory threads;
    private final SslBundles certificates;
    private final Set<RSocketConnection> connections = ConcurrentHashMap.newKeySet();
    private SocketAcceptor springAcceptor = (setup, client) -> Mono.error(new IllegalStateException("not started"));
    private volatile @Nullable DisposableServer server;

    RSocketEndpoint(
            RSocketProperties settings,
            FollowerCounter followerCounter,
            OpenConnections openConnections,
            LiveSessionFactory sessionFactory,
            RoomConnections roomConnections,
            LiveMeters meters,
            ObjectProvider<ReactorResourceFactory> threads,
            SslBundles certificates) {
        this.settings = settings.getServer();
        this.followerCounter = followerCounter;
        this.openConnections = openConnections;
        this.sessionFactory = sessionFactory;
        this.roomConnections = roomConnections;
        this.meters = meters;
        this.threads = threads.getIfUnique();
        this.certificates = certificates;
        meters.registerConnections(connections);
    }

    @Override
    public RSocketServer create(SocketAcceptor springs) {
        springAcceptor = springs;
        return this;
    }

    @Override
    public List<String> getSubProtocols() {
        return List.of("rsocket");
    }

    @Override
    public Mono<Void> handle(WebSocketSession session, Channel channel) {
        WebSocketRSocketConnection connection = new WebSocketRSocketConnection(session, channel, meters);
        admit(connection);
        return connection.run();
    }

    private void admit(RSocketConnection connection) {
        connections.add(connection);
        InetSocketAddress from = connection.clientAddress();
        boolean room = followerCounter.add(from);
        connection
                .onClose()
                .onErrorComplete()
                .doFinally(end -> {
                    connections.remove(connection);
                    followerCounter.remove(from);
                })
                .subscribe();
        if (server == null || !room) {
            connection.sendErrorAndClose(new RejectedSetupException(FrameWriter.error(Problem.unavailable(
                    "overloaded", "Too many connections are open; try again soon.", CLOSE_TIMEOUT))));
            return;
        }
        io.rsocket.core.RSocketServer.create((setup, client) -> acceptSetup(connection, setup, client))
                .maxInboundPayloadSize(RSocketConnection.MAX_OUTBOUND_FRAME)
                .maxTimeToFirstFrame(SETUP_TIMEOUT)
                .asConnectionAcceptor(RSocketConnection.MAX_OUTBOUND_FRAME)
                .apply(connection)
                .subscribe(
                        end -> {},
                        silence -> connection.sendErrorAndClose(
                                new ConnectionErrorException("No SETUP arrived in time.")));
    }

    private Mono<RSocket> acceptSetup(RSocketConnection connection, ConnectionSetupPayload setup, RSocket client) {
        return Mono.defer(() -> {
                    if (setup.keepAliveInterval() < SHORTEST_KEEP_ALIVE_MILLIS) {
                        throw Problem.unreadable("keep-alive", "The keep-alive interval must be at least 100 ms.");
                    }
                    return springAcceptor.accept(
                            setup,
                            new RSocketSession(client, connection, sessionFactory.create(), roomConnections, meters));
                })
                .<RSocket>map(Requests::new)
                .onErrorMap(
                        InvalidMimeTypeException.class,
                        unreadable -> Problem.unreadable("mime-type", "The MIME types in SETUP are malformed."))
                .onErrorMap(refused -> new RejectedSetupException(FrameWriter.error(FrameWriter.problem(refused))));
    }

    /** A client's requests. Those that want no answer are dropped, because a refusal could not be sent. */
    private static final class Requests extends RSocketProxy {

        Requests(RSocket handlers) {
            super(handlers);
        }

        @Override
        public Mono<Void> fireAndForget(Payload payload) {
            payload.release();
            return Mono.empty();
        }
    }

    /** Returns the address of the TCP port; null while it is closed. */
    @Override
    public @Nullable InetSocketAddress address() {
        DisposableServer open = server;
        return open == null ? null : (InetSocketAddress) open.address();
    }

    @Override
    public void start() {
        int port = Objects.requireNonNull(settings.getPort());
        InetSocketAddress wanted = new InetSocketAddress(settings.getAddress(), port);
        TcpServer tcp = TcpServer.create()
                .bindAddress(() -> wanted)
                .doOnBound(AcceptTurnsHandler::install)
                .doOnChannelInit((observer, channel, address) -> openConnections.admit(channel))
                .doOnConnection(connection -> admit(new TcpRSocketConnection(connection, meters)));
        if (threads != null) {
            tcp = tcp.runOn(threads.getLoopResources());
        }
        Ssl tls = settings.getSsl();
        if (tls != null && tls.getBundle() != null) {
            tcp = new TlsCustomizer(certificates, tls.getBundle()).apply(tcp);
        }
        DisposableServer opened;
        try {
            opened = tcp.bindNow();
        } catch (ChannelBindException taken) {
            throw new PortInUseException(port, taken);
        }
        server = opened;
        LOG.info("RSocket listens at port {}", opened.port());
    }

    /** Announces to every client that the server stops. Clients that do not read that within two seconds are disconnected. */
    @Override
    public void stop() {
        DisposableServer open = server;
        server = null;
        if (open != null) {
            open.dispose();
        }
        String stopping = FrameWriter.error(Problem.unavailable(
                "stopping", "The server stops; connect again and resume after the last position.", CLOSE_TIMEOUT));
        Flux.fromIterable(List.copyOf(connections))
                .doOnNext(connection -> connection.sendErrorAndClose(new ConnectionCloseException(stopping)))
                .flatMap(connection -> connection.onClose().onErrorComplete(), Integer.MAX_VALUE)
                .then()
                .timeout(CLOSE_TIMEOUT.plusSeconds(1), Mono.empty())
                .block();
    }

    /** Maps the path of the endpoint, before all other mappings. */
    @Component
    static class UrlMapping extends SimpleUrlHandlerMapping {
        UrlMapping(RSocketEndpoint endpoint) {
            super(Map.of("/rsocket", endpoint), -1);
        }
    }

    /** Ignores metadata, because followers use no routes. */
    @Component
    static class MetadataIgnorer implements RSocketStrategiesCustomizer {
        @Override
        public void customize(RSocketStrategies.Builder strategies) {
            strategies.metadataExtractor((payload, type) -> new HashMap<>()); // Spring adds entries to it.
        }
    }
}
