/** Decides about points: awards, deduplicated, and the kinds of points there are. */
@NullMarked
package encore.command.points;

import org.jspecify.annotations.NullMarked;
