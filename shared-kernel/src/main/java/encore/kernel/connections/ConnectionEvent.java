package encore.kernel.connections;

import encore.kernel.Event;
import encore.kernel.told.ToldValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen between two fans. */
public sealed interface ConnectionEvent extends Event {

    ConnectionId connection();

    @Revision("1")
    record ConnectionRequested(
            @ToldValue ConnectionId connection,
            @ToldValue("requesting_fan_id") long requestedBy) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionApproved(@ToldValue ConnectionId connection) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionDeclined(@ToldValue ConnectionId connection) implements ConnectionEvent {}

    /** The request or connection ended, as one of the fans was erased. */
    @Revision("1")
    record ConnectionEnded(@ToldValue ConnectionId connection) implements ConnectionEvent {}
}
