/** Wagers below the tab items of a campaign. */
@NullMarked
package encore.kernel.wagers;

import org.jspecify.annotations.NullMarked;
