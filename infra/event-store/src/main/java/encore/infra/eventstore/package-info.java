/** Axon on our own event log: decisions become commits, commits become events for whoever follows. */
@NullMarked
package encore.infra.eventstore;

import org.jspecify.annotations.NullMarked;
