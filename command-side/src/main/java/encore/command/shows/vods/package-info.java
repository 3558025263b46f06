/** Decides about the vods of shows. */
@NullMarked
package encore.command.shows.vods;

import org.jspecify.annotations.NullMarked;
