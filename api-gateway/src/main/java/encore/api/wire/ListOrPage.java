package encore.api.wire;

import org.reactivestreams.Publisher;

/**
 * An answer that is a plain list, or a page of it with meta if the caller asks for one.
 *
 * @param <T> the rows
 * @param answer a {@code Flux} of the rows, or a {@code Mono} of the page
 */
public record ListOrPage<T>(Publisher<?> answer) {}
