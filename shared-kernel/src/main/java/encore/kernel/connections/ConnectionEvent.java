package encore.kernel.connections;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen between two fans. */
public sealed interface ConnectionEvent extends Event {

    ConnectionId connection();

    @Revision("1")
    record ConnectionRequested(ConnectionId connection, long requestedBy) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionApproved(ConnectionId connection) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionDeclined(ConnectionId connection) implements ConnectionEvent {}

    /** The request or connection ended, as one of the fans was erased. */
    @Revision("1")
    record ConnectionEnded(ConnectionId connection) implements ConnectionEvent {}
}
