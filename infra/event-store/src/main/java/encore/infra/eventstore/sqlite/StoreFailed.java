package encore.infra.eventstore.sqlite;

import java.sql.SQLException;

/** A statement failed on a file of the data directory: an I/O error, never a matter of what was asked. */
public final class StoreFailed extends RuntimeException {

    StoreFailed(SQLException cause) {
        super(cause.getMessage(), cause);
    }
}
