/** Overlays of shows over HTTP. */
@NullMarked
package encore.api.shows.overlays;

import org.jspecify.annotations.NullMarked;
