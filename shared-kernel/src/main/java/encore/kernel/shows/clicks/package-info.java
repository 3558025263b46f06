/** Clicks of fans in a show, gathered by gateways. */
@NullMarked
package encore.kernel.shows.clicks;

import org.jspecify.annotations.NullMarked;
