/** Projections of the lists that the kernel declares. */
@NullMarked
package encore.query.lists;

import org.jspecify.annotations.NullMarked;
