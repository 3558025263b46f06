package encore.kernel.tickets.ticketevents;

import encore.kernel.Command;
import encore.kernel.Patch;

/** The commands of ticket events. */
public sealed interface TicketEventsCommand extends Command<TicketEventUid> {

    TicketEventId ticketEvent();

    @Override
    default TicketEventId stream() {
        return ticketEvent();
    }

    /** Creates a ticket event (spec 2, 4: POST /v1/crm/tickets/events). One that exists already is refused. */
    record CreateTicketEvent(TicketEventId ticketEvent, TicketEventDetails details) implements TicketEventsCommand {}

    /** Changes the ticket event that a parameter names. Missing components stay as they are. */
    record UpdateTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Removes the ticket event that a parameter names. */
    record DeleteTicketEvent(TicketEventId ticketEvent) implements TicketEventsCommand {}

    /**
     * Finds the event of a ticket, or creates it for its first ticket.
     *
     * @param ticketEvent the id for a new event, generated before the command; unused when it exists
     */
    record FindOrMakeTicketEvent(TicketEventId ticketEvent, TicketEventDetails details)
            implements TicketEventsCommand {}

    /** Creates a new ticket event. The append fails when another event has the same identity. */
    record MakeTicketEvent(TicketEventId ticketEvent, TicketEventDetails details, boolean byTicket)
            implements TicketEventsCommand {}

    /** Changes a ticket event. */
    record ChangeTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Changes the components that only staff sets. */
    record CurateTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Removes a ticket event. */
    record RemoveTicketEvent(TicketEventId ticketEvent) implements TicketEventsCommand {}
}
