/** Reads files of a customer's history and sends their rows to the calls of imports. */
@NullMarked
package encore.infra.cli.imports;

import org.jspecify.annotations.NullMarked;
