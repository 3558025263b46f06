/** Follows the log: a ring of recent events in memory, and shared pages of older ones. */
@NullMarked
package encore.infra.eventstore.tail;

import org.jspecify.annotations.NullMarked;
