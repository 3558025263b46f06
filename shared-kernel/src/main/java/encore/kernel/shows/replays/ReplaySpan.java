package encore.kernel.shows.replays;

/**
 * A part of the log.
 *
 * @param before the position of the last event before it; 0 for none
 * @param last the position of its last event
 */
public record ReplaySpan(long before, long last) {}
