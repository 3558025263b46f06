/** Vods: the prerecorded videos that a show offers. */
@NullMarked
package encore.kernel.shows.vods;

import org.jspecify.annotations.NullMarked;
