/** Point tiers: what a balance is worth. */
@NullMarked
package encore.kernel.tiers;

import org.jspecify.annotations.NullMarked;
