package encore.infra.backend;

import encore.kernel.Query;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;

/** The side that remembers what happened in the shapes that people ask for. */
public interface QuerySide {

    /** Fails with a {@link encore.kernel.Refusal}; UNAVAILABLE when a strict position is not reached in time. */
    CompletableFuture<Found> answer(Question question);

    Flux<Control> control();

    /**
     * Positions up to which an account has news: the log's head at once, then each time that something happened to it. Who
     * is slow is told the newest alone; what happened is asked for by position, so nothing is lost between two followings.
     */
    Flux<Long> news(long account);

    /**
     * @param minPosition that the answering projections must have reached
     * @param patience how long to wait for it
     * @param strict whether to fail, or answer as it is, when it is not reached in time
     */
    record Question(long minPosition, Duration patience, boolean strict, Query<?> query) {}

    /** @param lag how many events the answer is short of the wanted position, mostly 0 */
    record Found(Object answer, long lag) {}
}
