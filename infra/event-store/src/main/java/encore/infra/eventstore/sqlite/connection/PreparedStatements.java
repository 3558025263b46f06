package encore.infra.eventstore.sqlite.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Prepares the statements of one connection and closes them together. The driver closes some statements that fail, so
 * after a failure all of them are closed and prepared again. Without the close, each failure would keep their memory
 * until the connection ends.
 */
public final class PreparedStatements implements AutoCloseable {

    private final Connection connection;
    private final List<PreparedStatement> statements = new ArrayList<>();

    public PreparedStatements(Connection connection) {
        this.connection = connection;
    }

    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statements.add(statement);
        return statement;
    }

    /** Closes all statements. SQLite then reports their last errors again, which says nothing new. */
    @Override
    public void close() {
        for (PreparedStatement statement : statements) {
            Sqlite.closeQuietly(statement);
        }
    }
}
