/** Decides about webhooks, and sends their test messages. */
@NullMarked
package encore.command.webhooks;

import org.jspecify.annotations.NullMarked;
