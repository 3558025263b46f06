package encore.infra.backend;

import encore.infra.backend.calls.CallsNews;
import encore.infra.backend.calls.CallsReport;
import encore.infra.backend.presence.PresenceNews;
import encore.infra.backend.presence.PresenceReport;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Flux;

/** The query side: keeps views of the events and answers queries from them. */
public interface QuerySide {

    /**
     * Answers a query. Fails with a {@link encore.kernel.Refusal}; with UNAVAILABLE when a strict position is not
     * reached in time.
     */
    CompletableFuture<QueryResult> answer(QueryRequest request);

    Flux<ControlMessage> control();

    /** Returns whether this process must be restarted before it follows the log again. Ask other nodes. */
    default boolean isBroken() {
        return false;
    }

    /**
     * Streams positions up to which an account has news: the log's head at once, then a position each time that
     * something happens in the account. A slow subscriber gets only the newest. The news itself is queried by position,
     * so nothing is lost between two subscriptions.
     */
    Flux<Long> accountPositions(long account);

    /**
     * Orders the joins of live shows that one gateway reports, and streams news for it. When the reports end, the
     * gateway's connections are gone.
     */
    default Flux<PresenceNews> presence(Flux<PresenceReport> reports) {
        return Flux.never();
    }

    /** Joins a gateway to the others: passes its questions about calls on, and the answers back. */
    default Flux<CallsNews> calls(Flux<CallsReport> reports) {
        return Flux.never();
    }
}
