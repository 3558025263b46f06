/** Decides about tickets, their fans and their events. */
@NullMarked
package encore.command.tickets;

import org.jspecify.annotations.NullMarked;
