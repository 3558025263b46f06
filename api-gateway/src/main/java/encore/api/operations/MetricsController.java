package encore.api.operations;

import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.input.Description;
import encore.api.problems.Problem;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Metrics as Prometheus reads them. No label names an account, a fan or a path with ids in it. */
@RestController
@Access(lock = Lock.OPEN)
class MetricsController {

    private static final MediaType TEXT = MediaType.parseMediaType("text/plain;version=0.0.4;charset=utf-8");

    private final ObjectProvider<PrometheusMeterRegistry> registry;

    MetricsController(ObjectProvider<PrometheusMeterRegistry> registry) {
        this.registry = registry;
    }

    @Description("Metrics in Prometheus' text format")
    @GetMapping("/metrics")
    Mono<ResponseEntity<String>> metrics() {
        PrometheusMeterRegistry meters = registry.getIfAvailable();
        if (meters == null) {
            return Mono.error(Problem.unknown());
        }
        // Some milliseconds of work, which no event loop should spend at once.
        return Mono.fromCallable(() -> ResponseEntity.ok().contentType(TEXT).body(meters.scrape()))
                .subscribeOn(Schedulers.boundedElastic());
    }
}
