package encore.infra.eventstore.log;

/**
 * Tells where a commit stands.
 *
 * @param first position of its first event
 * @param last position of its last event
 * @param at milliseconds since 1970, never before the previous commit's
 */
public record Appended(long first, long last, long at) {}
