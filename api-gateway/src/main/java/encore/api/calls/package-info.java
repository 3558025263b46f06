/** Remembers the last calls of each account in memory, and shows those of all gateways. */
@NullMarked
package encore.api.calls;

import org.jspecify.annotations.NullMarked;
