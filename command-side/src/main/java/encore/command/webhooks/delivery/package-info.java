/** Delivers the events of the log to webhooks, in the order of each fan, on the command node that owns the delivery. */
@NullMarked
package encore.command.webhooks.delivery;

import org.jspecify.annotations.NullMarked;
