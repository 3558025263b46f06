package encore.infra.backend;

import encore.kernel.Query;
import java.time.Duration;

/**
 * Asks the query side one question.
 *
 * @param minPosition that the answering projections must have reached
 * @param patience how long to wait for it
 * @param strict whether to fail, or answer as it is, when it is not reached in time
 */
public record QueryRequest(long minPosition, Duration patience, boolean strict, Query<?> query) {}
