/** Pages of ordered rows, and the ways to ask for the next one. */
@NullMarked
package encore.kernel.paging;

import org.jspecify.annotations.NullMarked;
