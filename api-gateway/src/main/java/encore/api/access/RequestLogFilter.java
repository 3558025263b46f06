package encore.api.access;

import encore.api.problems.Problem;
import encore.api.problems.Problems;
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

/** Notes every request that came through the door, with the status that it had in the end. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE + 10)
class RequestLogFilter implements WebFilter {

    private static final Problem TOO_SLOW = new Problem(
            HttpStatus.REQUEST_TIMEOUT,
            "request-timeout",
            "The request was not sent in time.",
            List.of(),
            Map.of(HttpHeaders.CONNECTION, "close"));

    private final Problems problems;
    private final RequestLog journal;

    RequestLogFilter(Problems problems, RequestLog journal) {
        this.problems = problems;
        this.journal = journal;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        long start = System.nanoTime();
        // A problem is written in here, so that its status is known when the request is noted.
        return chain.filter(exchange)
                .onErrorResume(failure -> answer(exchange, failure))
                .doFinally(signal -> journal.note(exchange, System.nanoTime() - start));
    }

    private Mono<Void> answer(ServerWebExchange exchange, Throwable failure) {
        if (!hasGone(failure)) {
            return problems.handle(exchange, failure).onErrorResume(RequestLogFilter::hasGone, gone -> Mono.empty());
        }
        // No fault of ours, and mostly nobody is there to be told.
        return exchange.getResponse().isCommitted()
                ? Mono.empty()
                : Problems.write(exchange, TOO_SLOW).onErrorResume(gone -> Mono.empty());
    }

    /** Whether the request stopped coming, by its time limit or with its connection. */
    private static boolean hasGone(Throwable failure) {
        return failure instanceof ChannelException
                || failure instanceof AbortedException
                || failure instanceof IOException;
    }
}
