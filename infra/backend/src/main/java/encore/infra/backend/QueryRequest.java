package encore.infra.backend;

import encore.kernel.Query;
import java.time.Duration;

/**
 * A query for the query side.
 *
 * @param minPosition the position that the answering projections must have reached
 * @param maxWait the longest time to wait for that position
 * @param strict whether to fail when the position is not reached in time; otherwise the query is answered with its lag
 */
public record QueryRequest(long minPosition, Duration maxWait, boolean strict, Query<?> query) {}
