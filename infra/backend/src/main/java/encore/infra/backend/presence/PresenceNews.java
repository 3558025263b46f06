package encore.infra.backend.presence;

/** News for a gateway from the node that orders joins. */
public sealed interface PresenceNews {

    /** The owner of a connection of this gateway joined later elsewhere. Close the connection. */
    record Replaced(String connectionId) implements PresenceNews {}

    /** The number of clients in a room, over all gateways. */
    record Members(long account, String roomName, int members) implements PresenceNews {}

    /**
     * The attendance of a show in a slot. This gateway records it.
     *
     * @param slotStart when the slot began, in milliseconds since 1970
     * @param fanCount the most fans at once
     */
    record Measured(
            long account,
            long pageTabId,
            long slotStart,
            int fanCount,
            int connectionCount,
            int openedCount,
            int closedCount)
            implements PresenceNews {}
}
