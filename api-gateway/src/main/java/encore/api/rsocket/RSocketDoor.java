package encore.api.rsocket;

import encore.api.live.Frames;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessions;
import encore.api.problems.Problem;
import encore.api.server.Encryption;
import encore.api.server.Followers;
import io.rsocket.ConnectionSetupPayload;
import io.rsocket.RSocket;
import io.rsocket.SocketAcceptor;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.RejectedSetupException;
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
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/**
 * Accepts followers over RSocket, at a TCP port of its own and over WebSocket at {@code /rsocket}. Spring Boot starts
 * and stops it and gives it Spring's handlers; the connections are implemented here.
 */
@Component
public class RSocketDoor implements RSocketServerFactory, RSocketServer, WebSocketHandler {

    private static final Logger LOG = LoggerFactory.getLogger(RSocketDoor.class);
    private static final Duration FIRST_FRAME = Duration.ofSeconds(3);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** The shortest keep-alive interval: a timer in the gateway runs as often as the client asks. */
    private static final int SHORTEST_KEEP_ALIVE_MILLIS = 100;

    private final RSocketProperties.Server settings;
    private final Followers followers;
    private final LiveSessions visits;
    private final LiveMeters meters;
    private final @Nullable ReactorResourceFactory threads;
    private final SslBundles certificates;
    private final Set<RSocketConnection> lines = ConcurrentHashMap.newKeySet();
    private SocketAcceptor handlers = (setup, client) -> Mono.error(new IllegalStateException("not started"));
    private volatile @Nullable DisposableServer server;

    RSocketDoor(
            RSocketProperties settings,
            Followers followers,
            LiveSessions visits,
            LiveMeters meters,
            ObjectProvider<ReactorResourceFactory> threads,
            SslBundles certificates) {
        this.settings = settings.getServer();
        this.followers = followers;
        this.visits = visits;
        this.meters = meters;
        this.threads = threads.getIfUnique();
        this.certificates = certificates;
        meters.lines(lines);
    }

    @Override
    public RSocketServer create(SocketAcceptor springs) {
        handlers = springs;
        return this;
    }

    @Override
    public List<String> getSubProtocols() {
        return List.of("rsocket");
    }

    @Override
    public Mono<Void> handle(WebSocketSession session) {
        WebSocketLine line = new WebSocketLine(session);
        admit(line);
        return line.run();
    }

    private void admit(RSocketConnection line) {
        lines.add(line);
        InetSocketAddress from = line.client();
        boolean room = followers.enter(from);
        line.onClose()
                .onErrorComplete()
                .doFinally(end -> {
                    lines.remove(line);
                    followers.leave(from);
                })
                .subscribe();
        if (server == null || !room) {
            line.sendErrorAndClose(new RejectedSetupException(Frames.error(
                    Problem.unavailable("overloaded", "Too many connections are open; try again soon.", FAREWELL))));
            return;
        }
        io.rsocket.core.RSocketServer.create((setup, client) -> letIn(line, setup, client))
                .maxInboundPayloadSize(RSocketConnection.LARGEST)
                .maxTimeToFirstFrame(FIRST_FRAME)
                .asConnectionAcceptor(RSocketConnection.LARGEST)
                .apply(line)
                .subscribe(
                        end -> {},
                        silence -> line.sendErrorAndClose(new ConnectionErrorException("No SETUP arrived in time.")));
    }

    private Mono<RSocket> letIn(RSocketConnection line, ConnectionSetupPayload setup, RSocket client) {
        return Mono.defer(() -> {
                    if (setup.keepAliveInterval() < SHORTEST_KEEP_ALIVE_MILLIS) {
                        throw Problem.unreadable("keep-alive", "The keep-alive interval must be at least 100 ms.");
                    }
                    return handlers.accept(setup, new RSocketClient(client, line, visits.begin(), meters));
                })
                .onErrorMap(
                        InvalidMimeTypeException.class,
                        unreadable -> Problem.unreadable("mime-type", "The MIME types in SETUP are malformed."))
                .onErrorMap(refused -> new RejectedSetupException(Frames.error(Frames.problem(refused))));
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
                .doOnConnection(connection -> admit(new TcpLine(connection)));
        if (threads != null) {
            tcp = tcp.runOn(threads.getLoopResources());
        }
        Ssl tls = settings.getSsl();
        if (tls != null && tls.getBundle() != null) {
            tcp = new Encryption(certificates, tls.getBundle()).on(tcp);
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

    /** Tells every client that the server stops. Clients that do not read that within two seconds are disconnected. */
    @Override
    public void stop() {
        DisposableServer open = server;
        server = null;
        if (open != null) {
            open.dispose();
        }
        String stopping = Frames.error(Problem.unavailable(
                "stopping", "The server stops; connect again and resume after the last position.", FAREWELL));
        Flux.fromIterable(List.copyOf(lines))
                .doOnNext(line -> line.sendErrorAndClose(new ConnectionCloseException(stopping)))
                .flatMap(line -> line.onClose().onErrorComplete(), Integer.MAX_VALUE)
                .then()
                .timeout(FAREWELL.plusSeconds(1), Mono.empty())
                .block();
    }

    /** Maps the path of the endpoint, before all other mappings. */
    @Component
    static class Address extends SimpleUrlHandlerMapping {
        Address(RSocketDoor door) {
            super(Map.of("/rsocket", door), -1);
        }
    }

    /** Ignores metadata, because followers use no routes. */
    @Component
    static class NoMetadata implements RSocketStrategiesCustomizer {
        @Override
        public void customize(RSocketStrategies.Builder strategies) {
            strategies.metadataExtractor((payload, type) -> new HashMap<>()); // Spring adds entries to it.
        }
    }
}
