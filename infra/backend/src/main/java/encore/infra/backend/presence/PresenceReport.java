package encore.infra.backend.presence;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A report of a gateway about one of its connections. */
public sealed interface PresenceReport {

    /** Returns the id of the connection, unique among all gateways. */
    String connectionId();

    /**
     * A connection is in rooms. It replaces the earlier report of this connection.
     *
     * @param owner identifies the fan or the guest's session in the account; an owner has one connection
     * @param fanId null for a guest
     * @param joinedAt when the join of its first room arrived, in milliseconds since 1970 by the gateway's clock
     * @param isAgain whether the gateway sends it to a node that has just begun: the later join wins then
     */
    record Present(
            String connectionId,
            long account,
            String owner,
            @Nullable Long fanId,
            long joinedAt,
            boolean isAgain,
            List<String> rooms)
            implements PresenceReport {

        public Present {
            rooms = List.copyOf(rooms);
        }

        /** Returns the same for a node that has just begun. */
        public Present again() {
            return new Present(connectionId, account, owner, fanId, joinedAt, true, rooms);
        }
    }

    /** A connection is closed. */
    record Gone(String connectionId) implements PresenceReport {}
}
