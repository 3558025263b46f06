package encore.api.wire;

import reactor.core.publisher.Flux;

/**
 * An answer of rows as NDJSON, one JSON object a line. They are written while they are read, so a client can use each
 * at once; the end of the answer shows it that none is missing. A handler returns it without a {@code Mono} around it.
 */
public record NdjsonLines<T>(Flux<T> rows) {

    public static final String NDJSON = "application/x-ndjson";
}
