/** What both sides know of the delivery of webhooks: its stored entries, and how a message is made of an event. */
@NullMarked
package encore.infra.eventstore.process.webhooks;

import org.jspecify.annotations.NullMarked;
