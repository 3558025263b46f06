/** Ticket events: the shows that tickets are sold for, as the ticketing network, the customer and staff describe them. */
@NullMarked
package encore.kernel.tickets.ticketevents;

import org.jspecify.annotations.NullMarked;
