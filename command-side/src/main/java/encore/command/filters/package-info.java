/** Decides about the saved search filters of an account. */
@NullMarked
package encore.command.filters;

import org.jspecify.annotations.NullMarked;
