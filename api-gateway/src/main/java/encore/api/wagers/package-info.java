/** Stakes of fans on wagers, and the wagers of a campaign with their stakes, over HTTP. */
@NullMarked
package encore.api.wagers;

import org.jspecify.annotations.NullMarked;
