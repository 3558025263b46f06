/** What fans stake on wagers, and the wagers of a campaign with the numbers of what was staked. */
@NullMarked
package encore.kernel.wagers;

import org.jspecify.annotations.NullMarked;
