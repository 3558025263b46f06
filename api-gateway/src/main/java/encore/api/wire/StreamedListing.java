package encore.api.wire;

import reactor.core.publisher.Flux;

/**
 * An answer that is a list with meta and is written while it is read, for lists without a limit. A handler returns it
 * without a {@code Mono} around it. A list without meta is a plain {@code Flux}.
 *
 * @param <M> the meta, a record
 */
public record StreamedListing<M, T>(M meta, Flux<T> data) {}
