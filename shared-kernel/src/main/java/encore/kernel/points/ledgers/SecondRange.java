package encore.kernel.points.ledgers;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/** A range of whole seconds, both ends included; an end that is null is open. */
public record SecondRange(@Nullable Instant from, @Nullable Instant to) {

    public static final SecondRange ALL = new SecondRange(null, null);

    /** Returns the first moment of the range. */
    public @Nullable Instant firstInstant() {
        return from == null ? null : from.truncatedTo(ChronoUnit.SECONDS);
    }

    /** Returns the first moment after the range. */
    public @Nullable Instant endExclusive() {
        return to == null ? null : to.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
    }
}
