/** Decides about the tiers of point types. */
@NullMarked
package encore.command.tiers;

import org.jspecify.annotations.NullMarked;
