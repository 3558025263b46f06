/** Imports rows: each is a step of its own that is decided once for its key. */
@NullMarked
package encore.command.imports;

import org.jspecify.annotations.NullMarked;
