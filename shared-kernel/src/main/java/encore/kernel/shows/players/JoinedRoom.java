package encore.kernel.shows.players;

/**
 * The answer to a join.
 *
 * @param isFirst whether the fan joined this room for the first time, so that an event was recorded
 */
public record JoinedRoom(String roomName, boolean isFirst) {}
