/** The event log on SQLite: a writer that commits in groups, readers, and checkpoints. */
@NullMarked
package encore.infra.eventstore.sqlite;

import org.jspecify.annotations.NullMarked;
