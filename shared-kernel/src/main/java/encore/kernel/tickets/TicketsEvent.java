package encore.kernel.tickets;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import encore.kernel.published.PublishedValue;
import encore.kernel.tickets.ticketevents.TicketEventId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a ticket. */
public sealed interface TicketsEvent extends Event {

    TicketId ticket();

    /** Returns the fan that has the ticket from this event on. */
    FanId fan();

    TicketEventId ticketEvent();

    TicketState state();

    @Override
    default FanId subject() {
        return fan();
    }

    /**
     * Returns the id of the ticket on the wire, which is the position of its first event.
     *
     * @param position the position of this event
     */
    long ticketId(long position);

    /** A ticket was sold to a fan. */
    @Revision("1")
    record TicketRecorded(
            TicketId ticket,
            @PublishedValue FanId fan,
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketState state)
            implements TicketsEvent {
        @Override
        public long ticketId(long position) {
            return position;
        }
    }

    /** A ticket came again with other data, or moved to another fan. */
    @Revision("1")
    record TicketChanged(
            TicketId ticket,
            @PublishedValue long ticketId,
            @PublishedValue FanId fan,
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketState state)
            implements TicketsEvent {
        @Override
        public long ticketId(long position) {
            return ticketId;
        }
    }

    /** Staff set the components of a ticket that only it sets. */
    @Revision("1")
    record TicketCompleted(
            TicketId ticket,
            @PublishedValue long ticketId,
            @PublishedValue FanId fan,
            @PublishedValue TicketEventId ticketEvent,
            @PublishedValue TicketState state)
            implements TicketsEvent, Event.ManagementAction {
        @Override
        public long ticketId(long position) {
            return ticketId;
        }

        @Override
        public String target() {
            return ticket.toString();
        }
    }
}
