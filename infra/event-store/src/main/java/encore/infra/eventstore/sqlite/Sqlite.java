package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.OwnerOnly;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteOpenMode;

/** Connections to SQLite as this store uses them. Transactions are begun and ended by statement, never by JDBC. */
final class Sqlite {

    private static final int BUSY_MILLIS = 10_000;

    private Sqlite() {}

    /** For the one that writes. Nothing is checkpointed by chance, and what is deleted is overwritten. */
    static Connection writer(Path file, String synchronous, int cacheKilobytes) throws SQLException {
        // SQLite gives the files beside it the same rights.
        OwnerOnly.file(file);
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        run(connection, "PRAGMA journal_mode = WAL");
        run(connection, "PRAGMA synchronous = " + synchronous);
        run(connection, "PRAGMA wal_autocheckpoint = 0");
        run(connection, "PRAGMA secure_delete = ON");
        run(connection, "PRAGMA temp_store = MEMORY");
        run(connection, "PRAGMA cache_size = -" + cacheKilobytes);
        return connection;
    }

    static Connection reader(Path file, int cacheKilobytes) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false);
        config.setReadOnly(true);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        run(connection, "PRAGMA temp_store = MEMORY");
        run(connection, "PRAGMA cache_size = -" + cacheKilobytes);
        return connection;
    }

    static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** SQLite has ended the transaction by itself after some errors. */
    static void rollBack(Connection connection) throws SQLException {
        try {
            run(connection, "ROLLBACK");
        } catch (SQLException e) {
            if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
                throw e;
            }
        }
    }

    /** The only number of the only row, or null when there is none or it is null. */
    static @Nullable Long number(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            if (!rows.next()) {
                return null;
            }
            long value = rows.getLong(1);
            return rows.wasNull() ? null : value;
        }
    }

    /** Asks something of a connection, or of statements prepared on one. */
    @FunctionalInterface
    interface Work<C, T extends @Nullable Object> {
        T on(C connection) throws SQLException;
    }

    /** Does something on a connection. */
    @FunctionalInterface
    interface Step<C> {
        void on(C connection) throws SQLException;
    }

    /** Opens a connection. */
    @FunctionalInterface
    interface Opening {
        Connection open() throws SQLException;
    }
}
