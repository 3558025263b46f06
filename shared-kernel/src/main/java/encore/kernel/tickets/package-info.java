/** Tickets that fans bought. */
@NullMarked
package encore.kernel.tickets;

import org.jspecify.annotations.NullMarked;
