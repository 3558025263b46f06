/** Decides about the overlays that shows have in store. */
@NullMarked
package encore.command.shows.overlays;

import org.jspecify.annotations.NullMarked;
