/** Lets fans stake on wagers, and shows the wagers of a campaign with what was staked. */
@NullMarked
package encore.api.wagers;

import org.jspecify.annotations.NullMarked;
