/** Calls the endpoints of webhooks. */
@NullMarked
package encore.command.webhooks.delivery.calls;

import org.jspecify.annotations.NullMarked;
