package encore.api.pipeline;

import encore.api.access.Cors;
import encore.api.problems.CorrelationId;
import encore.api.problems.Problem;
import encore.api.problems.Problems;
import encore.api.problems.SecurityHeaders;
import encore.api.server.BodyLimit;
import encore.api.server.RequestByteBudget;
import io.netty.channel.ChannelException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
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

/**
 * Surrounds each request: gives it an id and its answer the security headers, releases the memory that its body
 * reserved, and records its final status. All of this is one filter, because Spring makes three Reactor operators of
 * each filter.
 */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class RequestFilter implements WebFilter {

    private static final Problem TOO_SLOW = new Problem(
            HttpStatus.REQUEST_TIMEOUT,
            "request-timeout",
            "The whole request did not arrive in time.",
            List.of(),
            Map.of(HttpHeaders.CONNECTION, "close"));

    private final Cors cors;
    private final Problems problems;
    private final RequestLog requestLog;
    private final RequestByteBudget requestByteBudget;

    RequestFilter(Cors cors, Problems problems, RequestLog requestLog, RequestByteBudget requestByteBudget) {
        this.cors = cors;
        this.problems = problems;
        this.requestLog = requestLog;
        this.requestByteBudget = requestByteBudget;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        long start = System.nanoTime();
        CorrelationId.set(exchange);
        SecurityHeaders.set(exchange);
        BodyLimit bodyLimit = BodyLimit.create(exchange, requestByteBudget);
        // The problem is written inside this chain, so that its status is known when the request is recorded.
        return cors.filter(exchange, chain)
                .onErrorResume(failure -> answer(exchange, failure))
                .doFinally(signal -> {
                    bodyLimit.end();
                    requestLog.record(exchange, System.nanoTime() - start);
                });
    }

    private Mono<Void> answer(ServerWebExchange exchange, Throwable failure) {
        if (!hasClientGone(failure)) {
            return problems.handle(exchange, failure).onErrorResume(RequestFilter::hasClientGone, gone -> Mono.empty());
        }
        // The client stopped sending. That is no error of the gateway, and usually nobody is left to read an answer.
        return exchange.getResponse().isCommitted()
                ? Mono.empty()
                : Problems.write(exchange, TOO_SLOW).onErrorResume(gone -> Mono.empty());
    }

    /** Whether the request stopped arriving: its time limit passed, or its connection closed. */
    private static boolean hasClientGone(Throwable failure) {
        return failure instanceof ChannelException
                || failure instanceof AbortedException
                || failure instanceof IOException;
    }
}
