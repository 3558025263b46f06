/** Replays of live shows: how far they are, and their frames. */
@NullMarked
package encore.query.shows.replays;

import org.jspecify.annotations.NullMarked;
