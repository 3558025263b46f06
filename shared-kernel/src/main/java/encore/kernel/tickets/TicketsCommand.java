package encore.kernel.tickets;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import encore.kernel.tickets.ticketevents.TicketEventId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The commands of tickets.
 *
 * @param <R> the answer
 */
public sealed interface TicketsCommand<R> extends Command<R> {

    TicketId ticket();

    @Override
    default TicketId stream() {
        return ticket();
    }

    /** Saves tickets in their order, with their events and fans (spec 2, 4: POST /v1/crm/tickets and bulk_tickets). */
    record SaveTickets(TicketId ticket, List<TicketSale> sales) implements TicketsCommand<SavedTickets>, Command.Bulk {
        public SaveTickets {
            sales = List.copyOf(sales);
        }
    }

    /** Saves a ticket whose event exists. Its key is looked up before its contacts. */
    record SaveTicket(TicketSale sale) implements TicketsCommand<SavedTicket> {
        @Override
        public TicketId ticket() {
            return sale.ticket();
        }
    }

    /** Saves a ticket whose event exists, and refuses a key that is known. */
    record SaveNewTicket(TicketSale sale) implements TicketsCommand<SavedTicket> {
        @Override
        public TicketId ticket() {
            return sale.ticket();
        }
    }

    /** Answers whether a ticket that comes again would change nothing. It changes nothing itself. */
    record ReadRepeatedTicket(TicketId ticket, TicketDetails details, TicketBuyer buyer)
            implements TicketsCommand<RepeatedTicket> {}

    /** Records a new ticket. The append fails when another ticket has its key. */
    record AddTicket(TicketId ticket, FanId fan, TicketEventId ticketEvent, TicketDetails details, TicketBuyer buyer)
            implements TicketsCommand<SavedTicket>, Command.NewStream {}

    /**
     * Updates a ticket that comes again.
     *
     * @param movedTo the fan of the email that came, if it is another fan; null until one was looked for
     */
    record RepeatTicket(
            TicketId ticket,
            TicketEventId ticketEvent,
            TicketDetails details,
            TicketBuyer buyer,
            @Nullable FanId movedTo)
            implements TicketsCommand<SavedTicket> {}

    /** Sets the components of existing tickets that only staff sets. If one ticket is unknown, all are refused. */
    record CompleteTickets(TicketId ticket, List<TicketCompletion> completions)
            implements TicketsCommand<SavedTickets>, Command.Bulk {
        public CompleteTickets {
            completions = List.copyOf(completions);
        }
    }

    /** The new values for the ticket with this key. */
    record TicketCompletion(@Nullable String network, String ticketKey, TicketDetails details, TicketBuyer buyer) {}

    /** Sets the components of one ticket that only staff sets. */
    record CompleteTicket(TicketId ticket, Patch<TicketDetails> details, Patch<TicketBuyer> buyer)
            implements TicketsCommand<SavedTicket> {}
}
