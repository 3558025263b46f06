/** Keeps and sums the stakes of fans on wagers. */
@NullMarked
package encore.query.wagers;

import org.jspecify.annotations.NullMarked;
