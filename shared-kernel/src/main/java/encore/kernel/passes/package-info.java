/** Passes: what a fan shows at the door of a campaign. */
@NullMarked
package encore.kernel.passes;

import org.jspecify.annotations.NullMarked;
