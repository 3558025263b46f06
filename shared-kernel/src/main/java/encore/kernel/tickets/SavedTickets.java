package encore.kernel.tickets;

import java.util.List;

/** The answer to several tickets, in the order of the call. */
public record SavedTickets(List<SavedTicket> tickets) {
    public SavedTickets {
        tickets = List.copyOf(tickets);
    }
}
