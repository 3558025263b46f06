package encore.infra.backend;

import encore.kernel.Query;
import java.time.Duration;

/**
 * A query for the query side.
 *
 * @param minPosition the position that the answering projections must have reached
 * @param maxWait the longest time to wait for that position
 * @param strict whether to fail when the position is not reached in time; otherwise the query is answered with its lag
 * @param pace whether somebody waits for the answer, or it is a portion of a stream
 */
public record QueryRequest(long minPosition, Duration maxWait, boolean strict, Pace pace, Query<?> query) {

    /** Creates a request for an answer that somebody waits for. */
    public QueryRequest(long minPosition, Duration maxWait, boolean strict, Query<?> query) {
        this(minPosition, maxWait, strict, Pace.ORDINARY, query);
    }

    /** Returns the request for projections at another position. */
    public QueryRequest at(long position) {
        return new QueryRequest(position, maxWait, strict, pace, query);
    }

    /** Returns the request that fails when the position is not reached in this time. */
    public QueryRequest strictly(Duration wait) {
        return new QueryRequest(minPosition, wait, true, pace, query);
    }
}
