/** Decides which search filters an account has saved. */
@NullMarked
package encore.command.filters;

import org.jspecify.annotations.NullMarked;
