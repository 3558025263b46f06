/** Decides what tickets there are, whose they are and what they are for. */
@NullMarked
package encore.command.tickets;

import org.jspecify.annotations.NullMarked;
