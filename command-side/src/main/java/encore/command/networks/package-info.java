/** Decides about an account's own networks. */
@NullMarked
package encore.command.networks;

import org.jspecify.annotations.NullMarked;
