/** Games of a page that report points of fans in a show. */
@NullMarked
package encore.kernel.shows.games;

import org.jspecify.annotations.NullMarked;
