/** The messages of a webhook that wait for their delivery, in the order of each fan or stream. */
@NullMarked
package encore.command.webhooks.delivery.queue;

import org.jspecify.annotations.NullMarked;
