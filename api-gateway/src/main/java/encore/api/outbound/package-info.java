/** Calls from a gateway to hosts that customers name: which addresses are allowed, and the one client that calls them. */
@NullMarked
package encore.api.outbound;

import org.jspecify.annotations.NullMarked;
