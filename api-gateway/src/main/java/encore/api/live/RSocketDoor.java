package encore.api.live;

import encore.api.access.GatewaySettings;
import encore.api.http.Problem;
import io.rsocket.ConnectionSetupPayload;
import io.rsocket.RSocket;
import io.rsocket.core.RSocketServer;
import io.rsocket.exceptions.ConnectionCloseException;
import io.rsocket.exceptions.ConnectionErrorException;
import io.rsocket.exceptions.RejectedSetupException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.context.SmartLifecycle;
import org.springframework.http.client.ReactorResourceFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.ChannelBindException;
import reactor.netty.DisposableServer;
import reactor.netty.tcp.TcpServer;

/** Followers on RSocket: at a TCP port of its own, and over WebSocket at {@code /rsocket}. */
@Component
class RSocketDoor implements WebSocketHandler, SmartLifecycle {

    private static final Logger LOG = LoggerFactory.getLogger(RSocketDoor.class);
    private static final Duration FIRST_FRAME = Duration.ofSeconds(3);
    private static final Duration FAREWELL = Duration.ofSeconds(2);

    /** A timer of ours ticks as often as the client wishes. */
    private static final int SHORTEST_KEEP_ALIVE_MILLIS = 100;

    private final RSocketSettings settings;
    private final int most;
    private final Visits visits;
    private final LiveMeters meters;
    private final @Nullable ReactorResourceFactory threads;
    private final Set<Line> lines = ConcurrentHashMap.newKeySet();
    private volatile @Nullable DisposableServer server;

    RSocketDoor(
            RSocketSettings settings,
            GatewaySettings gateway,
            Visits visits,
            LiveMeters meters,
            ObjectProvider<ReactorResourceFactory> threads) {
        this.settings = settings;
        this.most = gateway.connections();
        this.visits = visits;
        this.meters = meters;
        this.threads = threads.getIfUnique();
        meters.lines(lines);
    }

    @Override
    public List<String> getSubProtocols() {
        return List.of("rsocket");
    }

    @Override
    public Mono<Void> handle(WebSocketSession session) {
        SocketLine line = new SocketLine(session);
        admit(line);
        return line.run();
    }

    private void admit(Line line) {
        lines.add(line);
        line.onClose().onErrorComplete().doFinally(end -> lines.remove(line)).subscribe();
        if (!isRunning() || lines.size() > most) {
            line.sendErrorAndClose(new RejectedSetupException(Frames.error(
                    Problem.unavailable("overloaded", "There is no place now; try again soon.", FAREWELL))));
            return;
        }
        RSocketServer.create((setup, back) -> letIn(line, setup))
                .maxInboundPayloadSize(Line.LARGEST)
                .maxTimeToFirstFrame(FIRST_FRAME)
                .asConnectionAcceptor(Line.LARGEST)
                .apply(line)
                .subscribe(
                        end -> {},
                        silence -> line.sendErrorAndClose(new ConnectionErrorException("There was no SETUP in time.")));
    }

    private Mono<RSocket> letIn(Line line, ConnectionSetupPayload setup) {
        try {
            if (setup.keepAliveInterval() < SHORTEST_KEEP_ALIVE_MILLIS) {
                throw Problem.unreadable("keep-alive", "The time between keep-alives is at least 100 ms.");
            }
            Visit visit = visits.begin();
            visit.enter(line.headers(), line.client(), Pair.in(Follower.read(setup.getDataUtf8())));
            return Mono.just(new Follower(line, visit, meters));
        } catch (RuntimeException refused) {
            return Mono.error(new RejectedSetupException(Frames.error(Frames.problem(refused))));
        }
    }

    /** Of TCP. */
    int port() {
        return Objects.requireNonNull(server, "not started").port();
    }

    @Override
    public void start() {
        TcpServer tcp = TcpServer.create()
                .host(settings.address())
                .port(settings.port())
                .doOnConnection(connection -> admit(new TcpLine(connection)));
        if (threads != null) {
            tcp = tcp.runOn(threads.getLoopResources());
        }
        try {
            server = tcp.bindNow();
        } catch (ChannelBindException taken) {
            throw new PortInUseException(settings.port(), taken);
        }
        LOG.info("RSocket at port {}", port());
    }

    /** Everybody is told, and whoever does not take it in a moment is cut off. */
    @Override
    public void stop(Runnable stopped) {
        DisposableServer open = server;
        server = null;
        if (open != null) {
            open.dispose();
        }
        String stopping = Frames.error(Problem.unavailable(
                "stopping", "The server stops; connect again and go on from the last position.", FAREWELL));
        Flux.fromIterable(List.copyOf(lines))
                .doOnNext(line -> line.sendErrorAndClose(new ConnectionCloseException(stopping)))
                .flatMap(line -> line.onClose().onErrorComplete(), Integer.MAX_VALUE)
                .then()
                .timeout(FAREWELL.plusSeconds(1), Mono.empty())
                .doFinally(end -> stopped.run())
                .subscribe();
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    @Override
    public boolean isRunning() {
        return server != null;
    }

    /** Where it is found: before the mapping of everything else. */
    @Component
    static class Address extends SimpleUrlHandlerMapping {
        Address(RSocketDoor door) {
            super(Map.of("/rsocket", door), -1);
        }
    }
}
