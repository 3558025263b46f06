/**
 * The stores of automations: each has its own for documents, outbox and dead letters, apart from the log and the views.
 */
@NullMarked
package encore.infra.eventstore.process;

import org.jspecify.annotations.NullMarked;
