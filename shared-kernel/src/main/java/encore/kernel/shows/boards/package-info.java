/** The ranking of the fans of a live show. */
@NullMarked
package encore.kernel.shows.boards;

import org.jspecify.annotations.NullMarked;
