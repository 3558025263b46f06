/** Imports of records from files: rows with keys, in bulk calls. */
@NullMarked
package encore.api.imports;

import org.jspecify.annotations.NullMarked;
