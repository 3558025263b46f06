package encore.kernel.tickets;

/**
 * All that is said of a ticket and its buyer. Events carry it whole, so that the last one alone says what it is, and all
 * that is personal lies under the key of the fan that has it then.
 */
public record TicketState(TicketDetails details, TicketBuyer buyer, TicketOriginals originals) {}
