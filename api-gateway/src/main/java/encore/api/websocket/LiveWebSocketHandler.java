package encore.api.websocket;

import encore.api.fanout.RoomConnections;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.server.ChannelWebSocketHandler;
import encore.api.server.FollowerCounter;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/** Accepts clients at {@code /ws}, and closes their connections with a status before the server stops. */
@Component
class LiveWebSocketHandler implements ChannelWebSocketHandler, SmartLifecycle {

    private final LiveSessionFactory sessionFactory;
    private final RoomConnections roomConnections;
    private final LiveMeters meters;
    private final FollowerCounter followerCounter;
    private final Set<WebSocketConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    LiveWebSocketHandler(
            LiveSessionFactory sessionFactory,
            RoomConnections roomConnections,
            LiveMeters meters,
            FollowerCounter followerCounter) {
        this.sessionFactory = sessionFactory;
        this.roomConnections = roomConnections;
        this.meters = meters;
        this.followerCounter = followerCounter;
    }

    @Override
    public Mono<Void> handle(WebSocketSession session, Channel channel) {
        InetSocketAddress from = session.getHandshakeInfo().getRemoteAddress();
        boolean room = followerCounter.add(from);
        WebSocketConnection connection =
                new WebSocketConnection(session, channel, sessionFactory.create(), roomConnections, meters);
        connections.add(connection);
        if (!running) {
            connection.end(CloseStatus.GOING_AWAY);
        }
        if (!room) {
            connection.end(WebSocketConnection.FULL);
        }
        return connection.run().doFinally(end -> {
            connections.remove(connection);
            followerCounter.remove(from);
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
    static class UrlMapping extends SimpleUrlHandlerMapping {
        UrlMapping(LiveWebSocketHandler socket) {
            super(Map.of("/ws", socket), -1);
        }
    }
}
