/** Point tiers: the ranks that a balance reaches. */
@NullMarked
package encore.kernel.tiers;

import org.jspecify.annotations.NullMarked;
