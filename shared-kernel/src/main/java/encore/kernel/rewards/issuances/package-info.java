/** Issuances of rewards as they are shown: to the fan, to staff, and to vendors. */
@NullMarked
package encore.kernel.rewards.issuances;

import org.jspecify.annotations.NullMarked;
