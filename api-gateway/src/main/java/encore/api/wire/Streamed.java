package encore.api.wire;

import reactor.core.publisher.Flux;

/**
 * A list with meta that is written while it is read, for lists without a limit. A handler returns it as it is, without
 * a {@code Mono} around it; a bare array is simply a {@code Flux}.
 *
 * @param <M> a record
 */
public record Streamed<M, T>(M meta, Flux<T> data) {}
