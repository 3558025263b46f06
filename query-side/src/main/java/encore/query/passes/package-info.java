/** Keeps the passes of campaigns. */
@NullMarked
package encore.query.passes;

import org.jspecify.annotations.NullMarked;
