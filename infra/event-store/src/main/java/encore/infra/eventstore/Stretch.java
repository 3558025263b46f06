package encore.infra.eventstore;

import java.util.List;

/**
 * A stretch of the log, and of the events in it those that were asked for.
 *
 * @param end the last position in it; where it began when the log ends there
 */
public record Stretch<E>(List<E> events, long end) {}
