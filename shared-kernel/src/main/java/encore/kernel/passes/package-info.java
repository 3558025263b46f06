/** Passes that fans show at the entrance of a campaign. */
@NullMarked
package encore.kernel.passes;

import org.jspecify.annotations.NullMarked;
