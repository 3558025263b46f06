/** The control rooms of shows: how they stand, and their frames. */
@NullMarked
package encore.query.shows.control;

import org.jspecify.annotations.NullMarked;
