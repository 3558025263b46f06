package encore.api.websocket;

import encore.api.live.LiveMeters;
import encore.api.live.LiveSessions;
import encore.api.server.Followers;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/** Accepts clients at {@code /ws}, and closes their connections with a status before the server stops. */
@Component
class LiveSocket implements WebSocketHandler, SmartLifecycle {

    private static final CloseStatus FULL = new CloseStatus(1013, "full");

    private final LiveSessions visits;
    private final LiveMeters meters;
    private final Followers followers;
    private final Set<WebSocketConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    LiveSocket(LiveSessions visits, LiveMeters meters, Followers followers) {
        this.visits = visits;
        this.meters = meters;
        this.followers = followers;
    }

    @Override
    public Mono<Void> handle(WebSocketSession session) {
        InetSocketAddress from = session.getHandshakeInfo().getRemoteAddress();
        boolean room = followers.enter(from);
        WebSocketConnection connection = new WebSocketConnection(session, visits.begin(), meters);
        connections.add(connection);
        if (!running) {
            connection.end(CloseStatus.GOING_AWAY);
        }
        if (!room) {
            connection.end(FULL);
        }
        return connection.run().doFinally(end -> {
            connections.remove(connection);
            followers.leave(from);
        });
    }

    @Override
    public void start() {
        running = true;
    }

    @Override
    public void stop() {
        running = false;
        connections.forEach(connection -> connection.end(CloseStatus.GOING_AWAY));
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Maps the path of the endpoint, before all other mappings. */
    @Component
    static class Address extends SimpleUrlHandlerMapping {
        Address(LiveSocket socket) {
            super(Map.of("/ws", socket), -1);
        }
    }
}
