package encore.kernel.tickets;

import java.util.List;

/** The answer to several tickets, in the order of the call. */
public record TicketsSaved(List<TicketSaved> tickets) {
    public TicketsSaved {
        tickets = List.copyOf(tickets);
    }
}
