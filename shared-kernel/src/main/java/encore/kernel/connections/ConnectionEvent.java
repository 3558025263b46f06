package encore.kernel.connections;

import encore.kernel.Event;
import encore.kernel.published.PublishedValue;
import org.axonframework.serialization.Revision;

/** Everything that can happen between two fans. */
public sealed interface ConnectionEvent extends Event {

    ConnectionId connection();

    @Revision("1")
    record ConnectionRequested(
            @PublishedValue ConnectionId connection,
            @PublishedValue("requesting_fan_id") long requestedBy) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionApproved(@PublishedValue ConnectionId connection) implements ConnectionEvent {}

    @Revision("1")
    record ConnectionDeclined(@PublishedValue ConnectionId connection) implements ConnectionEvent {}

    /** The request or connection ended, as one of the fans was erased. */
    @Revision("1")
    record ConnectionEnded(@PublishedValue ConnectionId connection) implements ConnectionEvent {}
}
