package encore.kernel.tickets;

import java.time.Instant;

/**
 * The positions of a ticket in the log, from which its data is read.
 *
 * @param ticketId the position of its first event
 * @param last the position of its last event, which holds all of its data
 */
public record TicketRow(long account, long ticketId, long last, Instant updated, long fanId) {}
