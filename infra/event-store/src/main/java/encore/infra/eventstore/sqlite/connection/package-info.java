/** Connections to SQLite, each used by one thread, and the statements that every file of a data directory needs. */
@NullMarked
package encore.infra.eventstore.sqlite.connection;

import org.jspecify.annotations.NullMarked;
