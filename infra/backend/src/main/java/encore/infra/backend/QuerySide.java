package encore.infra.backend;

import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;

/** The side that remembers what happened in the shapes that people ask for. */
public interface QuerySide {

    /** Fails with a {@link encore.kernel.Refusal}; UNAVAILABLE when a strict position is not reached in time. */
    CompletableFuture<QueryResult> answer(QueryRequest question);

    Flux<Control> control();

    /** Whether it follows the log no more until its process is started anew: others are to be asked. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Positions up to which an account has news: the log's head at once, then each time that something happened to it. Who
     * is slow is told the newest alone; what happened is asked for by position, so nothing is lost between two followings.
     */
    Flux<Long> news(long account);
}
