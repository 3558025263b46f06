/** Answers what tickets were sold, to whom, and for what. */
@NullMarked
package encore.query.tickets;

import org.jspecify.annotations.NullMarked;
