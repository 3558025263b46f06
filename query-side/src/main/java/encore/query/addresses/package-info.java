/** Keeps which addresses accounts monitor, and tells gateways. */
@NullMarked
package encore.query.addresses;

import org.jspecify.annotations.NullMarked;
