/** Keeps the overlays that shows have in store. */
@NullMarked
package encore.query.shows.overlays;

import org.jspecify.annotations.NullMarked;
