package encore.infra.eventstore.sqlite;

import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Says what an error of SQLite means for a group of commits that was being written. */
enum Trouble {
    /** Nothing of the group is in the log, nor will be after a restart: it may be tried again. */
    NOT_WRITTEN,
    /** A sync failed, or the commit frame may be in the WAL: only a restart shows what is there. */
    UNKNOWN,
    /** A row broke a constraint of the tables: one commit of the group is malformed. */
    MALFORMED;

    static Trouble of(SQLException failure, boolean committing) {
        SQLiteErrorCode code =
                failure instanceof SQLiteException known ? known.getResultCode() : SQLiteErrorCode.UNKNOWN_ERROR;
        return switch (code) {
            // The kernel may have dropped the pages that it could not write, and would call the next sync a success.
            case SQLITE_IOERR_FSYNC, SQLITE_IOERR_DIR_FSYNC, SQLITE_IOERR_CLOSE -> UNKNOWN;
            // Writes of frames come before the commit frame's, which comes before the sync.
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
                // Among them a shared memory file that cannot grow: that is found out after the sync.
                yield committing ? UNKNOWN : NOT_WRITTEN;
            }
        };
    }
}
