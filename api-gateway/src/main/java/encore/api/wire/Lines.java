package encore.api.wire;

import reactor.core.publisher.Flux;

/**
 * Rows as NDJSON: one JSON object a line, written while they are read, so that a client can use each at once and knows
 * by the last line that nothing is missing. A handler returns it as it is.
 */
public record Lines<T>(Flux<T> rows) {

    public static final String NDJSON = "application/x-ndjson";
}
