/** Decides which networks an account has of its own. */
@NullMarked
package encore.command.networks;

import org.jspecify.annotations.NullMarked;
