/** Replays of live shows: how far they are, and what they tell. */
@NullMarked
package encore.query.shows.replays;

import org.jspecify.annotations.NullMarked;
