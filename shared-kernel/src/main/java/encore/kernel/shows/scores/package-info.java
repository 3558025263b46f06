/** Points that fans get in a live show, and what a show counts. */
@NullMarked
package encore.kernel.shows.scores;

import org.jspecify.annotations.NullMarked;
