/** Wagers of fans: the points that they stake, and the wagers of a campaign with the sums of the stakes. */
@NullMarked
package encore.kernel.fanwagers;

import org.jspecify.annotations.NullMarked;
