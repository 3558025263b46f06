/** The last calls of an account, as gateways remember them in memory. */
@NullMarked
package encore.kernel.calls;

import org.jspecify.annotations.NullMarked;
