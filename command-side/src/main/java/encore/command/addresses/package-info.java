/** Decides which addresses an account monitors. */
@NullMarked
package encore.command.addresses;

import org.jspecify.annotations.NullMarked;
