package encore.api.problems;

import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;

/** Writes the problems of some calls in a form of its own, because no program reads them. */
public interface ProblemWriter {

    /** Whether it writes the problems of a call. */
    boolean isFor(ServerWebExchange exchange);

    /** Answers with a problem. */
    Mono<Void> write(ServerWebExchange exchange, Problem problem);
}
