/** Template portals: pages of a group of performances, on which partners make templates. */
@NullMarked
package encore.kernel.portals;

import org.jspecify.annotations.NullMarked;
