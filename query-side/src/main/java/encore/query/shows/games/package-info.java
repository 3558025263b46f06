/** Keeps the games of shows. */
@NullMarked
package encore.query.shows.games;

import org.jspecify.annotations.NullMarked;
