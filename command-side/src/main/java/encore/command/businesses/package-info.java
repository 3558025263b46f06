/** Decides what businesses an account has. */
@NullMarked
package encore.command.businesses;

import org.jspecify.annotations.NullMarked;
