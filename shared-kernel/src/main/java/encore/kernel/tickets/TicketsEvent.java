package encore.kernel.tickets;

import encore.kernel.Event;
import encore.kernel.fans.FanId;
import org.axonframework.serialization.Revision;

/** Everything that can happen to a ticket. */
public sealed interface TicketsEvent extends Event {

    TicketId ticket();

    /** Whose it is from then on. */
    FanId fan();

    TicketEventId ticketEvent();

    TicketState state();

    @Override
    default FanId subject() {
        return fan();
    }

    /** Which ticket it is on the wire: the position of its first event. */
    long ticketId(long position);

    /** A ticket was sold to a fan. */
    @Revision("1")
    record TicketRecorded(TicketId ticket, FanId fan, TicketEventId ticketEvent, TicketState state)
            implements TicketsEvent {
        @Override
        public long ticketId(long position) {
            return position;
        }
    }

    /** What came again of a ticket differs, or it is another fan's now. */
    @Revision("1")
    record TicketChanged(TicketId ticket, long ticketId, FanId fan, TicketEventId ticketEvent, TicketState state)
            implements TicketsEvent {
        @Override
        public long ticketId(long position) {
            return ticketId;
        }
    }

    /** Staff says of a ticket what no call of the contract says. */
    @Revision("1")
    record TicketCompleted(TicketId ticket, long ticketId, FanId fan, TicketEventId ticketEvent, TicketState state)
            implements TicketsEvent, Event.Managed {
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
