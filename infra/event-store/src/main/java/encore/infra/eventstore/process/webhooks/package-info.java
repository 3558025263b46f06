/** The entries that the delivery of webhooks stores: progress of each webhook, attempts and dead letters. */
@NullMarked
package encore.infra.eventstore.process.webhooks;

import org.jspecify.annotations.NullMarked;
