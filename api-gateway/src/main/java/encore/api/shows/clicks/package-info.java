/** Gathers the clicks of fans in live shows, and has them counted. */
@NullMarked
package encore.api.shows.clicks;

import org.jspecify.annotations.NullMarked;
