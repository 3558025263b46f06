/** Replays of live shows: their clocks, and their frames. */
@NullMarked
package encore.kernel.shows.replays;

import org.jspecify.annotations.NullMarked;
