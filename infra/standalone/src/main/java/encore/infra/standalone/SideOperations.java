package encore.infra.standalone;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.RouterFunctions;
import org.springframework.web.reactive.function.server.ServerResponse;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Shows what those who run a side look at, on the port that {@code PORT} names: whether it lives, serves, and how it
 * does.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnWebApplication
class SideOperations {

    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    /** A side's own health; the node is named so that whoever asks knows whom he reached. */
    record Health(String status, String node) {}

    @Bean
    RouterFunction<ServerResponse> operations(
            NodeSettings settings, SidePort port, ObjectProvider<PrometheusMeterRegistry> meters) {
        return RouterFunctions.route()
                .GET("/health/live", request -> ServerResponse.ok().bodyValue(new Health("up", settings.node())))
                .GET(
                        "/health/ready",
                        request -> port.isRunning()
                                ? ServerResponse.ok().bodyValue(new Health("up", settings.node()))
                                : ServerResponse.status(HttpStatus.SERVICE_UNAVAILABLE)
                                        .bodyValue(new Health("starting", settings.node())))
                .GET(
                        "/metrics",
                        request -> Mono.fromCallable(() -> meters.getObject().scrape())
                                .subscribeOn(Schedulers.boundedElastic())
                                .flatMap(text ->
                                        ServerResponse.ok().contentType(TEXT).bodyValue(text)))
                .build();
    }
}
