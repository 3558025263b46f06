/** Answers questions about the bans of shows, and tells gateways of them. */
@NullMarked
package encore.query.shows.bans;

import org.jspecify.annotations.NullMarked;
