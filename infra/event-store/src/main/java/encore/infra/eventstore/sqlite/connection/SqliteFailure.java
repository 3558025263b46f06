package encore.infra.eventstore.sqlite.connection;

import java.sql.SQLException;

/**
 * Thrown when a statement fails on a file of the data directory. The reason is an I/O error, never the caller's input.
 */
public final class SqliteFailure extends RuntimeException {

    public SqliteFailure(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
