package encore.kernel;

import java.time.Instant;

/**
 * A moment of the log: what was true when the event at this position had just happened.
 *
 * @param position 0 for before everything
 * @param at the time that was stamped on it
 */
public record Moment(long position, Instant at) {

    /** Whatever there is. */
    public static final Moment NOW = new Moment(Long.MAX_VALUE, Instant.MAX);

    public boolean isNow() {
        return position == Long.MAX_VALUE;
    }
}
