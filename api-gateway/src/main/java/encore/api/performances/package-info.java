/** Performances over HTTP. */
@NullMarked
package encore.api.performances;

import org.jspecify.annotations.NullMarked;
