package encore.kernel.tickets;

import encore.kernel.Event;
import org.axonframework.serialization.Revision;

/** Everything that can happen to what tickets are sold for; each but the last says all of it. */
public sealed interface TicketEventsEvent extends Event {

    TicketEventId ticketEvent();

    /** It is known from now on. */
    @Revision("1")
    record TicketEventMade(TicketEventId ticketEvent, TicketEventDetails details, boolean byTicket)
            implements TicketEventsEvent {}

    /** The customer says otherwise what it is. */
    @Revision("1")
    record TicketEventChanged(TicketEventId ticketEvent, TicketEventDetails details) implements TicketEventsEvent {}

    /** Staff says what no call of the contract says of it. */
    @Revision("1")
    record TicketEventCurated(TicketEventId ticketEvent, TicketEventDetails details)
            implements TicketEventsEvent, Event.Managed {
        @Override
        public String target() {
            return ticketEvent.toString();
        }
    }

    /** It is on no list any more; its tickets stay. */
    @Revision("1")
    record TicketEventRemoved(TicketEventId ticketEvent) implements TicketEventsEvent, Event.Ending {}
}
