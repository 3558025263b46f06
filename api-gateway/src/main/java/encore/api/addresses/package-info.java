/** IP addresses and networks that an account bans or exempts, over HTTP. */
@NullMarked
package encore.api.addresses;

import org.jspecify.annotations.NullMarked;
