/** Rooms of live shows: the frames that clients are sent, and the history of rooms. */
@NullMarked
package encore.query.shows.rooms;

import org.jspecify.annotations.NullMarked;
