/**
 * The event store: parameters of command handlers that read and write the log, and the events that followers receive.
 */
@NullMarked
package encore.infra.eventstore;

import org.jspecify.annotations.NullMarked;
