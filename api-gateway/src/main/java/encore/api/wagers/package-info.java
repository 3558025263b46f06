/** Wagers of campaigns over HTTP. */
@NullMarked
package encore.api.wagers;

import org.jspecify.annotations.NullMarked;
