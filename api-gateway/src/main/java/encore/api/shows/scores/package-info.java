/** Serves what live shows count, and takes points of games. */
@NullMarked
package encore.api.shows.scores;

import org.jspecify.annotations.NullMarked;
