/** The files of the log: tables, checksums and heads in events.db, head and snapshots.db, and the statements that read and write them. */
@NullMarked
package encore.infra.eventstore.sqlite.tables;

import org.jspecify.annotations.NullMarked;
