/** Replays of live shows: their clocks, and what they tell. */
@NullMarked
package encore.kernel.shows.replays;

import org.jspecify.annotations.NullMarked;
