/** Tickets over HTTP: saving, singly and in bulk, ticket events, and statistics. */
@NullMarked
package encore.api.tickets;

import org.jspecify.annotations.NullMarked;
