/** Data structures for projections that keep state in memory. */
@NullMarked
package encore.query.memory;

import org.jspecify.annotations.NullMarked;
