package encore.kernel.tickets;

import encore.kernel.Command;
import encore.kernel.Patch;
import encore.kernel.fans.FanId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything that can be asked of tickets.
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
    record SaveTickets(TicketId ticket, List<TicketSale> sales) implements TicketsCommand<TicketsSaved> {
        public SaveTickets {
            sales = List.copyOf(sales);
        }
    }

    /** Saves one whose event is there: its key is looked up before its contacts. */
    record SaveTicket(TicketSale sale) implements TicketsCommand<TicketSaved> {
        @Override
        public TicketId ticket() {
            return sale.ticket();
        }
    }

    /** Records a new one. A key that another ticket has is lost at the append. */
    record AddTicket(TicketId ticket, FanId fan, TicketEventId ticketEvent, TicketDetails details, TicketBuyer buyer)
            implements TicketsCommand<TicketSaved>, Command.Beginning {}

    /**
     * Takes in what came again of a known one.
     *
     * @param movedTo the fan who has the email that came, when that is another; null until it was looked for
     */
    record RepeatTicket(
            TicketId ticket,
            TicketEventId ticketEvent,
            TicketDetails details,
            TicketBuyer buyer,
            @Nullable FanId movedTo)
            implements TicketsCommand<TicketSaved> {}

    /** Says of known tickets what no call of the contract says; one that is unknown is refused, and nothing is done. */
    record CompleteTickets(TicketId ticket, List<Completion> completions) implements TicketsCommand<TicketsSaved> {
        public CompleteTickets {
            completions = List.copyOf(completions);
        }
    }

    /** What is said of the ticket that has this key. */
    record Completion(@Nullable String network, String ticketKey, TicketDetails details, TicketBuyer buyer) {}

    /** Says so of one of them. */
    record CompleteTicket(TicketId ticket, Patch<TicketDetails> details, Patch<TicketBuyer> buyer)
            implements TicketsCommand<TicketSaved> {}
}
