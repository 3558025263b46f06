/** Monitored addresses: addresses and networks that an account bans, and exceptions that it lets in. */
@NullMarked
package encore.kernel.addresses;

import org.jspecify.annotations.NullMarked;
