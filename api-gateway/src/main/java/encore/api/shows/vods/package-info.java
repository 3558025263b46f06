/** Vods of shows over HTTP. */
@NullMarked
package encore.api.shows.vods;

import org.jspecify.annotations.NullMarked;
