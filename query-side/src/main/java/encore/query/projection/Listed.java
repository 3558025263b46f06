package encore.query.projection;

import java.time.Instant;

/**
 * One entry of a {@link Catalogue}.
 *
 * @param position the position of the event that added it, which gives the catalogue's order
 * @param changedAt the time of its last change, or of its addition
 */
public record Listed<T>(long account, long position, Instant createdAt, Instant changedAt, T thing) {}
