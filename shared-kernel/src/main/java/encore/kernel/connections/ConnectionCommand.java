package encore.kernel.connections;

import encore.kernel.Command;
import encore.kernel.Message;

/** Everything that can be asked of a connection. The fan that acts stood in the path, the other in a parameter. */
public sealed interface ConnectionCommand<R> extends Command<R> {

    ConnectionId connection();

    @Override
    default ConnectionId stream() {
        return connection();
    }

    /** One fan asks the other. */
    record RequestConnection(ConnectionId connection, long requestedBy) implements ConnectionCommand<Message> {}

    /** The fan that was asked says yes. */
    record ApproveConnection(ConnectionId connection, long decidedBy) implements ConnectionCommand<Message> {}

    /** The fan that was asked says no. */
    record DeclineConnection(ConnectionId connection, long decidedBy) implements ConnectionCommand<Message> {}

    /** There is nothing between the two any more, as one of them is erased. Changes nothing where nothing is. */
    record EndConnection(ConnectionId connection) implements ConnectionCommand<Message> {}
}
