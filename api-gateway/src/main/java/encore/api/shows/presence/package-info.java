/** The clients of this gateway in live shows, and what the query node that orders joins tells of all gateways. */
@NullMarked
package encore.api.shows.presence;

import org.jspecify.annotations.NullMarked;
