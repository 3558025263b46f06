/** Answers queries about tickets, their sales, and the events that they are sold for. */
@NullMarked
package encore.query.tickets;

import org.jspecify.annotations.NullMarked;
