package encore.kernel.tickets.ticketevents;

/** The answer to the commands of a ticket event: its uid. */
public record TicketEventUid(String eventUid) {}
