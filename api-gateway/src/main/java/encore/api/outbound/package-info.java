/** Calls from a gateway to hosts that customers name, and the check of addresses that callers enter. */
@NullMarked
package encore.api.outbound;

import org.jspecify.annotations.NullMarked;
