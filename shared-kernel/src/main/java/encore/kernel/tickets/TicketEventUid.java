package encore.kernel.tickets;

/** The answer to whatever writes a ticket event: which it is. */
public record TicketEventUid(String eventUid) {}
