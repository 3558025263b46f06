/** The clients of this gateway in live shows, and the news that the query node that orders joins sends about all gateways. */
@NullMarked
package encore.api.shows.presence;

import org.jspecify.annotations.NullMarked;
