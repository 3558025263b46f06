/** The stored entries of the delivery of webhooks, and how a message is made of an event: both sides use them. */
@NullMarked
package encore.infra.eventstore.process.webhooks;

import org.jspecify.annotations.NullMarked;
