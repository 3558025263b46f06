/** Decides about the answers and game reports of players, and awards the points of live shows. */
@NullMarked
package encore.command.shows.scores;

import org.jspecify.annotations.NullMarked;
