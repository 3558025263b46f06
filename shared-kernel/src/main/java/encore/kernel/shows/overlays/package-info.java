/** Overlays that a show has in store, before they are pushed. */
@NullMarked
package encore.kernel.shows.overlays;

import org.jspecify.annotations.NullMarked;
