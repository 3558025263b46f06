package encore.query.projection;

import java.time.Instant;

/**
 * One thing in a {@link Catalogue}.
 *
 * @param position where it was added: the catalogue's order
 * @param changedAt of its last change, or when it was added
 */
public record Listed<T>(long account, long position, Instant createdAt, Instant changedAt, T thing) {}
