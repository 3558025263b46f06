package encore.infra.eventstore.sqlite;

import java.sql.SQLException;

/**
 * Thrown when a statement fails on a file of the data directory. The reason is an I/O error, never the caller's input.
 */
public final class StoreFailed extends RuntimeException {

    StoreFailed(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
