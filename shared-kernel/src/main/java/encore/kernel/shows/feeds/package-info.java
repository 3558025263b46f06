/** Video feeds of a show. */
@NullMarked
package encore.kernel.shows.feeds;

import org.jspecify.annotations.NullMarked;
