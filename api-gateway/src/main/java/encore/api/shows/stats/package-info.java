/** Statistics of live shows over HTTP. */
@NullMarked
package encore.api.shows.stats;

import org.jspecify.annotations.NullMarked;
