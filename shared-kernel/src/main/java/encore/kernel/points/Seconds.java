package encore.kernel.points;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A stretch of whole seconds, both ends inclusive; an end that is null is open. */
public record Seconds(@Nullable Instant from, @Nullable Instant to) {

    public static final Seconds ALL = new Seconds(null, null);

    /** The first moment of them. */
    public @Nullable Instant start() {
        return from == null ? null : from.truncatedTo(ChronoUnit.SECONDS);
    }

    /** The first moment behind them. */
    public @Nullable Instant end() {
        return to == null ? null : to.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
}
