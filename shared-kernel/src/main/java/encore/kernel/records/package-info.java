/** Reads and makes records by their components. */
@NullMarked
package encore.kernel.records;

import org.jspecify.annotations.NullMarked;
