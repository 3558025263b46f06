/**
 * Stores what automations keep: documents, outbox and letters of each in a store of its own, apart from log and views.
 */
@NullMarked
package encore.infra.eventstore.process;

import org.jspecify.annotations.NullMarked;
