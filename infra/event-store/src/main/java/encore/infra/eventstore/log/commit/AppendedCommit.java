package encore.infra.eventstore.log.commit;

/**
 * The positions and the time of an appended commit.
 *
 * @param first position of its first event
 * @param last position of its last event
 * @param at milliseconds since 1970, never less than the time of the commit before
 */
public record AppendedCommit(long first, long last, long at) {}
