package encore.api.server;

import io.netty.channel.Channel;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.WebSocketSession;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Handles WebSockets and writes to their channels directly. Spring hands over a session alone, by which each frame passes
 * several publishers; for thousands of clients that are sent the same bytes these cost more than the writing.
 */
public interface ChannelWebSocketHandler extends WebSocketHandler {

    /** Handles a session like {@link WebSocketHandler#handle}, with the channel that it is on. */
    Mono<Void> handle(WebSocketSession session, Channel channel);

    /** Returns a handler for the connection of a request. */
    default WebSocketHandler on(HttpServerRequest request) {
        AtomicReference<Channel> found = new AtomicReference<>();
        request.withConnection(connection -> found.set(connection.channel()));
        Channel channel = found.get();
        ChannelWebSocketHandler handler = this;
        return new WebSocketHandler() {
            @Override
            public List<String> getSubProtocols() {
                return handler.getSubProtocols();
            }

            @Override
            public Mono<Void> handle(WebSocketSession session) {
                return handler.handle(session, channel);
            }
        };
    }

    @Override
    default Mono<Void> handle(WebSocketSession session) {
        return Mono.error(new IllegalStateException("The connection's channel is not known"));
    }
}
