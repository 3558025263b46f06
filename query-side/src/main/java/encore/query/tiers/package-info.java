/** Keeps the tiers of point types, now and in the past. */
@NullMarked
package encore.query.tiers;

import org.jspecify.annotations.NullMarked;
