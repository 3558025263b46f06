package encore.kernel.shows.windows;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The time in which fans may answer or click, by the stamps of the log.
 *
 * @param position the position of the push
 * @param opensAt the first moment of it
 * @param closesAt the first moment after it; null while nothing closes it
 */
public record ShowWindow(
        long position, Instant opensAt, @Nullable Instant closesAt) {

    /** How long after the end something may be recorded that came in time. */
    public static final Duration LATENESS = Duration.ofSeconds(5);

    /** Returns whether a call or frame that reached a gateway at this moment came in time. */
    public boolean contains(Instant receivedAt) {
        return !receivedAt.isBefore(opensAt) && (closesAt == null || receivedAt.isBefore(closesAt));
    }

    /** Returns whether a call or frame that came in time may still be recorded. */
    public boolean takes(Instant receivedAt, Instant now) {
        return contains(receivedAt) && (closesAt == null || !now.isAfter(closesAt.plus(LATENESS)));
    }
}
