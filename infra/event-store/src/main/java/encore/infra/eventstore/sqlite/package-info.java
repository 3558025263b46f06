/** The event log, its keys and its snapshots on SQLite, in files of one data directory. */
@NullMarked
package encore.infra.eventstore.sqlite;

import org.jspecify.annotations.NullMarked;
