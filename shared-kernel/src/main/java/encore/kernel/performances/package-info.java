/** Performances: shows at venues. */
@NullMarked
package encore.kernel.performances;

import org.jspecify.annotations.NullMarked;
