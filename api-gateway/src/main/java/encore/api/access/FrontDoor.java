package encore.api.access;

import encore.api.http.Problem;
import encore.api.http.Problems;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** Lets in as many requests as can be worked on at once and turns the others away at the door, before they cost memory. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class FrontDoor implements WebFilter {

    private static final Problem FULL =
            Problem.unavailable("overloaded", "Too many requests are in work; try again soon.", Duration.ofSeconds(1));

    private final int limit;
    private final AtomicInteger inside = new AtomicInteger();
    private final Counter turnedAway;
    private final Problems problems;
    private final Journal journal;

    FrontDoor(GatewaySettings settings, MeterRegistry meters, Problems problems, Journal journal) {
        this.limit = settings.inFlight();
        this.problems = problems;
        this.journal = journal;
        turnedAway = Counter.builder("encore.requests.shed")
                .description("Requests answered 503 at the door")
                .register(meters);
        Gauge.builder("encore.requests.inflight", inside, AtomicInteger::get)
                .description("Requests in work")
                .register(meters);
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        if (isAboutUs(exchange)) {
            return chain.filter(exchange);
        }
        if (inside.incrementAndGet() > limit) {
            inside.decrementAndGet();
            turnedAway.increment();
            return Problems.write(exchange, FULL);
        }
        long start = System.nanoTime();
        // A problem is written in here, so that its status is known when the request is noted.
        return chain.filter(exchange)
                .onErrorResume(failure -> problems.handle(exchange, failure))
                .doFinally(signal -> {
                    inside.decrementAndGet();
                    journal.note(exchange, System.nanoTime() - start);
                });
    }

    /** Whoever looks after the service sees it best when it is busy. */
    private static boolean isAboutUs(ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().value();
        return path.startsWith("/health") || path.equals("/metrics");
    }
}
