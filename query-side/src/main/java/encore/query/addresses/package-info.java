/** Keeps the addresses that accounts monitor, and publishes them to gateways. */
@NullMarked
package encore.query.addresses;

import org.jspecify.annotations.NullMarked;
