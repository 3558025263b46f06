/** The live show of a campaign: its state, its live feed, its overlays, its chat settings and its moderators. */
@NullMarked
package encore.kernel.shows;

import org.jspecify.annotations.NullMarked;
