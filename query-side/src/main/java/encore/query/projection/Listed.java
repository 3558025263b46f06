package encore.query.projection;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One thing in a {@link Catalogue}.
 *
 * @param list the stream of the list that it is in; null where it has a stream of its own
 * @param position where it was added: the catalogue's order
 * @param changedAt of its last change, or when it was added
 */
public record Listed<T>(
        @Nullable String list, long account, long position, Instant createdAt, Instant changedAt, T thing) {}
