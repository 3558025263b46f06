/** Records the orders of operators in the journal of operations. */
@NullMarked
package encore.command.operations;

import org.jspecify.annotations.NullMarked;
