/** Replays of live shows: staff opens them, sets their clocks and ends them. */
@NullMarked
package encore.api.shows.replays;

import org.jspecify.annotations.NullMarked;
