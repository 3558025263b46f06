package encore.kernel.tickets;

import encore.kernel.told.ToldValue;

/**
 * All data of a ticket and its buyer. Each event holds all of it, so that the last one alone describes the ticket, and
 * all personal data is encrypted under the key of the fan that has the ticket at that time.
 */
public record TicketState(@ToldValue TicketDetails details, TicketBuyer buyer, TicketOriginals originals) {}
