/** Answers questions about the bans of shows, and sends them to gateways. */
@NullMarked
package encore.query.shows.bans;

import org.jspecify.annotations.NullMarked;
