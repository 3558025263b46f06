package encore.api.pipeline;

import encore.api.problems.Problem;
import encore.api.server.ChannelWebSocketHandler;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.ServerHttpRequestDecorator;
import org.springframework.stereotype.Component;
import org.springframework.web.reactive.config.WebFluxConfigurer;
import org.springframework.web.reactive.socket.WebSocketHandler;
import org.springframework.web.reactive.socket.server.WebSocketService;
import org.springframework.web.reactive.socket.server.support.HandshakeWebSocketService;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerRequest;

/**
 * Upgrades requests to WebSockets. A request for another version than 13 (RFC 6455) is answered with a 426 that names
 * that version. Spring and Reactor Netty would answer it twice and log two stack traces.
 */
@Component
class WebSocketUpgrades implements WebFluxConfigurer {

    private static final String VERSION_HEADER = "Sec-WebSocket-Version";
    private static final String VERSION = "13";

    private static final Problem OTHER_VERSION = new Problem(
            HttpStatus.UPGRADE_REQUIRED,
            "websocket-version",
            "Open the WebSocket with version " + VERSION + ".",
            List.of(),
            Map.of(VERSION_HEADER, VERSION, HttpHeaders.UPGRADE, "websocket", HttpHeaders.CONNECTION, "Upgrade"));

    private final Counter refused;

    WebSocketUpgrades(MeterRegistry meters) {
        refused = Counter.builder("encore.websocket.versions.refused")
                .description("Requests for a WebSocket of a version that is not supported")
                .register(meters);
    }

    @Override
    public WebSocketService getWebSocketService() {
        return new HandshakeWebSocketService() {
            @Override
            public Mono<Void> handleRequest(ServerWebExchange exchange, WebSocketHandler handler) {
                HttpHeaders headers = exchange.getRequest().getHeaders();
                boolean isUpgrade = "websocket".equalsIgnoreCase(headers.getUpgrade());
                if (isUpgrade && !headers.getOrEmpty(VERSION_HEADER).equals(List.of(VERSION))) {
                    refused.increment();
                    return Mono.error(OTHER_VERSION);
                }
                Object request = ServerHttpRequestDecorator.getNativeRequest(exchange.getRequest());
                return super.handleRequest(
                        exchange,
                        handler instanceof ChannelWebSocketHandler ours
                                        && request instanceof HttpServerRequest nettyRequest
                                ? ours.on(nettyRequest)
                                : handler);
            }
        };
    }
}
