/** Stores the event log, the keys and the tokens in MongoDB, for several processes at once. */
@NullMarked
package encore.infra.eventstore.mongo;

import org.jspecify.annotations.NullMarked;
