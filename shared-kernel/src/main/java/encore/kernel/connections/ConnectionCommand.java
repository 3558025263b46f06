package encore.kernel.connections;

import encore.kernel.Command;
import encore.kernel.Message;

/** The commands of a connection. The path names the fan that acts, a parameter the other fan. */
public sealed interface ConnectionCommand<R> extends Command<R> {

    ConnectionId connection();

    @Override
    default ConnectionId stream() {
        return connection();
    }

    /** Asks the other fan for a connection. */
    record RequestConnection(ConnectionId connection, long requestedBy) implements ConnectionCommand<Message> {}

    /** Approves the request, as the fan that was asked. */
    record ApproveConnection(ConnectionId connection, long decidedBy) implements ConnectionCommand<Message> {}

    /** Declines the request, as the fan that was asked. */
    record DeclineConnection(ConnectionId connection, long decidedBy) implements ConnectionCommand<Message> {}

    /** Ends the connection or request, as one of the fans is erased. It changes nothing when there is none. */
    record EndConnection(ConnectionId connection) implements ConnectionCommand<Message> {}
}
