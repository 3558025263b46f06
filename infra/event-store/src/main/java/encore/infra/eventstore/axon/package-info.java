/** Runs Axon's command side on our own log: the event store, the aggregate cache, and the context of a command. */
@NullMarked
package encore.infra.eventstore.axon;

import org.jspecify.annotations.NullMarked;
