/** Games of shows over HTTP. */
@NullMarked
package encore.api.shows.games;

import org.jspecify.annotations.NullMarked;
