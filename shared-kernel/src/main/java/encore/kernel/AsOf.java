package encore.kernel;

import java.time.Instant;

/**
 * A moment of the log: what was true when the event at this position had just happened.
 *
 * @param position 0 for before everything
 * @param at the time that was stamped on it
 */
public record AsOf(long position, Instant at) {}
