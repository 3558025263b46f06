/** Tickets that fans bought, and the events that they are for. */
@NullMarked
package encore.kernel.tickets;

import org.jspecify.annotations.NullMarked;
