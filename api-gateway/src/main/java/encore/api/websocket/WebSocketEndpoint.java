package encore.api.websocket;

import encore.api.server.ChannelWebSocketHandler;
import encore.api.server.FollowerCounter;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.reactive.socket.CloseStatus;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;

/** Accepts WebSockets of clients, and closes them with a status before the server stops. */
public abstract class WebSocketEndpoint implements ChannelWebSocketHandler, SmartLifecycle {

    private final FollowerCounter followerCounter;
    private final Set<WebSocketConnection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean running;

    protected WebSocketEndpoint(FollowerCounter followerCounter) {
        this.followerCounter = followerCounter;
    }

    /** Creates the connection of a client. */
    protected abstract WebSocketConnection connect(WebSocketSession session, Channel channel);

    @Override
    public final Mono<Void> handle(WebSocketSession session, Channel channel) {
        InetSocketAddress from = session.getHandshakeInfo().getRemoteAddress();
        boolean room = followerCounter.add(from);
        WebSocketConnection connection = connect(session, channel);
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
    public final void start() {
        running = true;
    }

    @Override
    public final void stop() {
        running = false;
        connections.forEach(connection -> connection.end(CloseStatus.GOING_AWAY));
    }

    @Override
    public final boolean isRunning() {
        return running;
    }
}
