/** Decides about the businesses of an account. */
@NullMarked
package encore.command.businesses;

import org.jspecify.annotations.NullMarked;
