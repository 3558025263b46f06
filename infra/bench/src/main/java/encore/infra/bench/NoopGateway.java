package encore.infra.bench;

import org.springframework.http.HttpStatus;
import org.springframework.http.server.reactive.HttpHandler;
import org.springframework.http.server.reactive.ReactorHttpHandlerAdapter;
import org.springframework.web.reactive.function.server.RequestPredicates;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.netty.http.server.HttpServer;

/**
 * Serves as the peer of the HTTP benchmarks: Spring WebFlux that answers a constant and does nothing else. Argument:
 * the port.
 */
public final class NoopGateway {

    private NoopGateway() {}

    public static void main(String[] args) {
        HttpHandler handler = RouterFunctions.toHttpHandler(RouterFunctions.route(
                RequestPredicates.all(),
                request -> ServerResponse.status(HttpStatus.OK).bodyValue("{\"ok\":true}")));
        HttpServer.create()
                .host("127.0.0.1")
                .port(Integer.parseInt(args[0]))
                .handle(new ReactorHttpHandlerAdapter(handler))
                .bindNow()
                .onDispose()
                .block();
    }
}
