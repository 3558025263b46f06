package encore.kernel.tickets.ticketevents;

import encore.kernel.StreamId;
import encore.kernel.published.PublishedValue;

/** A ticket event; prints as {@code ticket_event.<account>.<uid>}. */
@StreamId.Kind("ticket_event")
public record TicketEventId(
        long account, @PublishedValue("event_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
