package encore.kernel.time;

import java.time.Instant;

/**
 * A resolved moment of the log: the state directly after the event at this position.
 *
 * @param position 0 for the moment before the first event
 * @param at the time stamped on that event
 */
public record Moment(long position, Instant at) {

    /** The newest state. */
    public static final Moment NOW = new Moment(Long.MAX_VALUE, Instant.MAX);

    public boolean isNow() {
        return position == Long.MAX_VALUE;
    }
}
