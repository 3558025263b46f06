package encore.kernel.bulkcalls;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** The events of bulk calls. */
public sealed interface BulkCallEvent extends Event {

    BulkCallId bulkCall();

    /** A bulk call with an Idempotency-Key began. Its commit remembers the request. */
    @Revision("1")
    record BulkCallBegun(BulkCallId bulkCall) implements BulkCallEvent {}
}
