/** Writes and reads snapshots of aggregates. */
@NullMarked
package encore.infra.eventstore.snapshots;

import org.jspecify.annotations.NullMarked;
