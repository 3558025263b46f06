package encore.kernel.tickets;

import encore.kernel.Command;
import encore.kernel.Patch;

/** Everything that can be asked of what tickets are sold for. */
public sealed interface TicketEventsCommand extends Command<TicketEventUid> {

    TicketEventId ticketEvent();

    @Override
    default TicketEventId stream() {
        return ticketEvent();
    }

    /** Enters one (spec 2, 4: POST /v1/crm/tickets/events); one that is known is refused. */
    record CreateTicketEvent(TicketEventId ticketEvent, TicketEventDetails details) implements TicketEventsCommand {}

    /** Says otherwise what one is that a parameter named; what is not given stays. */
    record UpdateTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Takes one off the list that a parameter named. */
    record DeleteTicketEvent(TicketEventId ticketEvent) implements TicketEventsCommand {}

    /**
     * Finds the one that a ticket names, and makes it when it is the first.
     *
     * @param ticketEvent minted before the command, for the case that there is none yet
     */
    record FindOrMakeTicketEvent(TicketEventId ticketEvent, TicketEventDetails details)
            implements TicketEventsCommand {}

    /** Makes a new one. What it is known by and another has is lost at the append. */
    record MakeTicketEvent(TicketEventId ticketEvent, TicketEventDetails details, boolean byTicket)
            implements TicketEventsCommand {}

    /** Says otherwise what it is. */
    record ChangeTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Says what no call of the contract says. */
    record CurateTicketEvent(TicketEventId ticketEvent, Patch<TicketEventDetails> change)
            implements TicketEventsCommand {}

    /** Takes it off the list. */
    record RemoveTicketEvent(TicketEventId ticketEvent) implements TicketEventsCommand {}
}
