package encore.kernel.tickets;

import java.time.Instant;

/**
 * Where a ticket stands in the log; what it says is read there.
 *
 * @param ticketId the position of its first event
 * @param last the position of its last, which says all of it
 */
public record TicketRow(long account, long ticketId, long last, Instant updated, long fanId) {}
