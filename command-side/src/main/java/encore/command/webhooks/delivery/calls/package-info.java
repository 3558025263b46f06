/** Makes the messages of webhooks and sends them: body, signature, call. */
@NullMarked
package encore.command.webhooks.delivery.calls;

import org.jspecify.annotations.NullMarked;
