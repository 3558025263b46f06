/** Decides about the games that report points of shows. */
@NullMarked
package encore.command.shows.games;

import org.jspecify.annotations.NullMarked;
