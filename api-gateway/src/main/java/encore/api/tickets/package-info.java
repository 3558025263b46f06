/** Tickets over HTTP: saving them, one by one and in bulk, what they are for, and how many there are. */
@NullMarked
package encore.api.tickets;

import org.jspecify.annotations.NullMarked;
