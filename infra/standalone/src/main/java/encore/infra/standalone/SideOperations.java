package encore.infra.standalone;

import encore.infra.eventstore.log.EventLog;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
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

    /** A node that has not heard from the log for so long says so: what it tells may not be so any more. */
    private static final Duration CUT_OFF = Duration.ofSeconds(1);

    @Bean
    RouterFunction<ServerResponse> operations(
            NodeSettings settings, SidePort port, EventLog log, ObjectProvider<PrometheusMeterRegistry> meters) {
        return RouterFunctions.route()
                .GET("/health/live", request -> health(log.isBroken() ? "broken" : "up", settings))
                .GET("/health/ready", request -> health(readiness(port, log), settings))
                .GET(
                        "/metrics",
                        request -> Mono.fromCallable(() -> meters.getObject().scrape())
                                .subscribeOn(Schedulers.boundedElastic())
                                .flatMap(text ->
                                        ServerResponse.ok().contentType(TEXT).bodyValue(text)))
                .build();
    }

    private static String readiness(SidePort port, EventLog log) {
        if (log.isBroken()) {
            return "broken";
        }
        if (log.heardAgo().compareTo(CUT_OFF) > 0) {
            return "cut-off";
        }
        String trouble = log.trouble();
        if (trouble != null) {
            return trouble;
        }
        return port.isRunning() ? "up" : "starting";
    }

    private static Mono<ServerResponse> health(String status, NodeSettings settings) {
        return ServerResponse.status(status.equals("up") ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE)
                .bodyValue(new Health(status, settings.node()));
    }
}
