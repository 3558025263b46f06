package encore.kernel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A moment of the log as a question names it: a position, or the last one that was stamped at or before a time. The query
 * side finds out which {@link Moment} it is.
 */
public record AsOf(@Nullable Long position, @Nullable Instant at) {

    public static AsOf of(long position) {
        return new AsOf(position, null);
    }

    public static AsOf of(Instant at) {
        return new AsOf(null, at);
    }
}
