package encore.api.access;

import encore.api.http.Problem;
import encore.api.http.Problems;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.netty.channel.ChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;
import reactor.netty.channel.AbortedException;

/** Lets in as many requests as can be worked on at once and turns the others away at the door, before they cost memory. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class FrontDoor implements WebFilter {

    private static final Problem FULL =
            Problem.unavailable("overloaded", "Too many requests are in work; try again soon.", Duration.ofSeconds(1));

    private static final Problem TOO_SLOW = new Problem(
            HttpStatus.REQUEST_TIMEOUT,
            "request-timeout",
            "The request was not sent in time.",
            List.of(),
            Map.of(HttpHeaders.CONNECTION, "close"));

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
                .onErrorResume(failure -> problems.handle(exchange, inTime(failure)))
                .doFinally(signal -> {
                    inside.decrementAndGet();
                    journal.note(exchange, System.nanoTime() - start);
                });
    }

    /** A request that stopped coming, by its time limit or with its connection, is no fault of ours. */
    private static Throwable inTime(Throwable failure) {
        return failure instanceof ChannelException || failure instanceof AbortedException ? TOO_SLOW : failure;
    }

    /** Whoever looks after the service sees it best when it is busy. */
    private static boolean isAboutUs(ServerWebExchange exchange) {
        String path = exchange.getRequest().getPath().value();
        return path.startsWith("/health") || path.equals("/metrics");
    }
}
