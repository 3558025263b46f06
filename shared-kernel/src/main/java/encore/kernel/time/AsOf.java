package encore.kernel.time;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A moment that a query asks about: a position, or the last position stamped at or before a time. The query side
 * resolves it to a {@link Moment}.
 */
public record AsOf(@Nullable Long position, @Nullable Instant at) {

    public static AsOf of(long position) {
        return new AsOf(position, null);
    }

    public static AsOf of(Instant at) {
        return new AsOf(null, at);
    }
}
