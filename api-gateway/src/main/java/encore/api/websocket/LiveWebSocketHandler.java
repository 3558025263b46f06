package encore.api.websocket;

import encore.api.fanout.RoomConnections;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.server.FollowerCounter;
import io.netty.channel.Channel;
import java.util.Map;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketSession;

/** Accepts clients at {@code /ws}. */
@Component
class LiveWebSocketHandler extends WebSocketEndpoint {

    private final LiveSessionFactory sessionFactory;
    private final RoomConnections roomConnections;
    private final LiveMeters meters;

    LiveWebSocketHandler(
            LiveSessionFactory sessionFactory,
            RoomConnections roomConnections,
            LiveMeters meters,
            FollowerCounter followerCounter) {
        super(followerCounter);
        this.sessionFactory = sessionFactory;
        this.roomConnections = roomConnections;
        this.meters = meters;
    }

    @Override
    protected WebSocketConnection connect(WebSocketSession session, Channel channel) {
        return new FollowerConnection(session, channel, sessionFactory.create(), roomConnections, meters);
    }

    /** Maps the path of the endpoint, before all other mappings. */
    @Component
    static class UrlMapping extends SimpleUrlHandlerMapping {
        UrlMapping(LiveWebSocketHandler socket) {
            super(Map.of("/ws", socket), -1);
        }
    }
}
