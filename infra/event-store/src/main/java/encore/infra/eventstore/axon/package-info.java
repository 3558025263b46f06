/** Axon on our own log: its event store, its cache, its locks, and what handlers are given. */
@NullMarked
package encore.infra.eventstore.axon;

import org.jspecify.annotations.NullMarked;
