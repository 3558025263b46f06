/** Decides what venues an account has. */
@NullMarked
package encore.command.venues;

import org.jspecify.annotations.NullMarked;
