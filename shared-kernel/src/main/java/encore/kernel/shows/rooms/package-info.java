/** Rooms of a show as clients know them: their names and their frames. */
@NullMarked
package encore.kernel.shows.rooms;

import org.jspecify.annotations.NullMarked;
