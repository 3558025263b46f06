package encore.kernel.points;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A range of whole seconds, both ends included; an end that is null is open. */
public record Seconds(@Nullable Instant from, @Nullable Instant to) {

    public static final Seconds ALL = new Seconds(null, null);

    /** Returns the first moment of the range. */
    public @Nullable Instant start() {
        return from == null ? null : from.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the first moment after the range. */
    public @Nullable Instant end() {
        return to == null ? null : to.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
}
