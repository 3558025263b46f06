/** Imports: calls that bring records from files, each row once for its key. */
@NullMarked
package encore.kernel.imports;

import org.jspecify.annotations.NullMarked;
