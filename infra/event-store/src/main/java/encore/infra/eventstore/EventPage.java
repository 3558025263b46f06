package encore.infra.eventstore;

import java.util.List;

/**
 * The selected events of a range of the log.
 *
 * @param end the last position of the range; the position before the range when the log ends there
 */
public record EventPage<E>(List<E> events, long end) {}
