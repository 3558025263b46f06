package encore.kernel.tickets;

import encore.kernel.published.PublishedValue;

/**
 * All data of a ticket and its buyer. Each event holds all of it, so that the last one alone describes the ticket, and
 * all personal data is encrypted under the key of the fan that has the ticket at that time.
 */
public record TicketState(@PublishedValue TicketDetails details, TicketBuyer buyer, TicketOriginals originals) {}
