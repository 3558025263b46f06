/** Finds positions of the log by key: recent ones in memory, older ones in sorted files that are made from the log. */
@NullMarked
package encore.infra.eventstore.index;

import org.jspecify.annotations.NullMarked;
