/** Decides about the venues of an account. */
@NullMarked
package encore.command.venues;

import org.jspecify.annotations.NullMarked;
