package encore.api.socketio;

import encore.api.fanout.RoomConnections;
import encore.api.live.LiveMeters;
import encore.api.live.LiveSessionFactory;
import encore.api.server.FollowerCounter;
import encore.api.websocket.WebSocketConnection;
import encore.api.websocket.WebSocketEndpoint;
import io.netty.channel.Channel;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.stereotype.Component;
import org.springframework.util.MultiValueMap;
import org.springframework.web.reactive.handler.SimpleUrlHandlerMapping;
import org.springframework.web.reactive.socket.WebSocketSession;
import org.springframework.web.reactive.socket.server.support.WebSocketHandlerAdapter;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebHandler;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/**
 * Accepts clients of Socket.IO 4 at {@code /socket.io/}, over WebSocket alone. Other requests are answered as Engine.IO
 * answers them when a server does not offer polling.
 */
@Component
class SocketIoEndpoint extends WebSocketEndpoint {

    private final LiveSessionFactory sessionFactory;
    private final RoomConnections roomConnections;
    private final LiveMeters meters;

    SocketIoEndpoint(
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
        return new SocketIoConnection(session, channel, sessionFactory.create(), roomConnections, meters);
    }

    /** The errors of Engine.IO, with its codes and messages. */
    private enum HandshakeError {
        TRANSPORT(0, "Transport unknown"),
        SESSION(1, "Session ID unknown"),
        METHOD(2, "Bad handshake method"),
        REQUEST(3, "Bad request"),
        VERSION(5, "Unsupported protocol version");

        private final byte[] body;

        HandshakeError(int code, String message) {
            this.body = JsonMapper.shared()
                    .writeValueAsString(new Body(code, message))
                    .getBytes(StandardCharsets.UTF_8);
        }

        private record Body(int code, String message) {}

        Mono<Void> answer(ServerHttpResponse response) {
            response.setStatusCode(HttpStatus.BAD_REQUEST);
            response.getHeaders().setContentType(MediaType.APPLICATION_JSON);
            response.getHeaders().setContentLength(body.length);
            return response.writeWith(
                    Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
        }

        /** Returns what is wrong with a request; null for one that opens a WebSocket. */
        static @Nullable HandshakeError of(ServerHttpRequest request) {
            MultiValueMap<String, String> query = request.getQueryParams();
            if (!"websocket".equals(query.getFirst("transport"))) {
                return TRANSPORT;
            }
            if (query.containsKey("sid")) {
                return SESSION;
            }
            if (!request.getMethod().equals(HttpMethod.GET)) {
                return METHOD;
            }
            if (!"websocket".equalsIgnoreCase(request.getHeaders().getUpgrade())) {
                return REQUEST;
            }
            return "4".equals(query.getFirst("EIO")) ? null : VERSION;
        }
    }

    /** Answers a request, or upgrades it. */
    @Component
    static class Handshake implements WebHandler {

        private final SocketIoEndpoint endpoint;
        private final WebSocketHandlerAdapter upgrades;

        Handshake(SocketIoEndpoint endpoint, WebSocketHandlerAdapter upgrades) {
            this.endpoint = endpoint;
            this.upgrades = upgrades;
        }

        @Override
        public Mono<Void> handle(ServerWebExchange exchange) {
            HandshakeError error = HandshakeError.of(exchange.getRequest());
            return error == null ? upgrades.handle(exchange, endpoint).then() : error.answer(exchange.getResponse());
        }
    }

    /** Maps the paths of the endpoint, before all other mappings. */
    @Component
    static class UrlMapping extends SimpleUrlHandlerMapping {
        UrlMapping(Handshake handshake) {
            super(Map.of("/socket.io/", handshake, "/socket.io", handshake), -1);
        }
    }
}
