package encore.kernel.tickets.ticketevents;

import encore.kernel.StreamId;
import encore.kernel.told.ToldValue;

/** A ticket event; prints as {@code ticket_event.<account>.<uid>}. */
@StreamId.Kind("ticket_event")
public record TicketEventId(
        long account, @ToldValue("event_uid") String uid) implements StreamId {

    @Override
    public String toString() {
        return StreamId.print(this);
    }
}
