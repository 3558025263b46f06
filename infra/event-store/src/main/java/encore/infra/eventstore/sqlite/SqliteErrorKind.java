package encore.infra.eventstore.sqlite;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** The meaning of an SQLite error for the group of commits that was being written. */
enum SqliteErrorKind {
    /** Nothing of the group is in the log, and nothing will be after a restart. The group may be tried again. */
    NOT_WRITTEN,
    /** A sync failed, or the commit frame may be in the WAL. Only a restart shows whether the group is in the log. */
    UNKNOWN,
    /** A row broke a constraint of the tables: one commit of the group is malformed. */
    MALFORMED;

    static SqliteErrorKind of(SQLException failure, boolean committing) {
        SQLiteErrorCode code =
                failure instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        return switch (code) {
            // The kernel may have dropped the pages that it could not write, and would report success for the next
            // sync.
            case SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_CLOSE -> UNKNOWN;
            // These errors happen before the commit frame is written. The sync follows after it.
            case SQLITE_FULL,
                    SQLITE_IOERR_WRITE,
                    SQLITE_IOERR_READ,
                    SQLITE_IOERR_SHORT_READ,
                    SQLITE_IOERR_NOMEM,
                    SQLITE_NOMEM,
                    SQLITE_BUSY,
                    SQLITE_BUSY_SNAPSHOT,
                    SQLITE_BUSY_RECOVERY,
                    SQLITE_INTERRUPT,
                    SQLITE_READONLY -> NOT_WRITTEN;
            default -> {
                if ((code.code & 0xff) == SQLiteErrorCode.SQLITE_CONSTRAINT.code) {
                    yield MALFORMED;
                }
                // One of these errors, a shared memory file that cannot grow, is reported after the sync.
                yield committing ? UNKNOWN : NOT_WRITTEN;
            }
        };
    }
}
