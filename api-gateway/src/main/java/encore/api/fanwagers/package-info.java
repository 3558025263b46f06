/** Lets fans stake on wagers, and shows the wagers of a campaign with the sums of the stakes. */
@NullMarked
package encore.api.fanwagers;

import org.jspecify.annotations.NullMarked;
