package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteOpenMode;

/** Connections to SQLite as this store uses them. Transactions are begun and ended by statement, never by JDBC. */
final class Sqlite {

    private static final Logger LOG = LoggerFactory.getLogger(Sqlite.class);
    private static final long CHECKED_AT_ONCE = 256L << 20;
    private static final int READER_CACHE_KILOBYTES = 1_024;
    private static final int BUSY_MILLIS = 10_000;

    private Sqlite() {}

    /** For the one that writes. Nothing is checkpointed by chance, and what is deleted is overwritten. */
    static Connection writer(Path file, String synchronous, int cacheKilobytes) throws SQLException {
        // SQLite gives the files beside it the same rights.
        OwnerOnly.file(file);
        SQLiteConfig config = settings();
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        // Told otherwise, the driver tries to begin a transaction behind each statement, to find out whether it is in
        // one.
        connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
        run(connection, "PRAGMA journal_mode = WAL");
        run(connection, "PRAGMA synchronous = " + synchronous);
        run(connection, "PRAGMA wal_autocheckpoint = 0");
        run(connection, "PRAGMA secure_delete = ON");
        run(connection, "PRAGMA temp_store = MEMORY");
        run(connection, "PRAGMA cache_size = -" + cacheKilobytes);
        return connection;
    }

    private static SQLiteConfig settings() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_MILLIS);
        config.setGetGeneratedKeys(false);
        // The driver locks each connection already.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        return config;
    }

    static Connection reader(Path file, int cacheKilobytes) throws SQLException {
        SQLiteConfig config = settings();
        config.setReadOnly(true);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        run(connection, "PRAGMA temp_store = MEMORY");
        run(connection, "PRAGMA cache_size = -" + cacheKilobytes);
        return connection;
    }

    /** A larger file is not read at a start: that takes longer than anybody waits. */
    static boolean isLarge(Path file) {
        try {
            return Files.size(file) > CHECKED_AT_ONCE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Says whether a file of what can be made again is not what was written.
     *
     * @param rows a query of all rows, each with its {@link #sum} in the last column; null there for what has none
     */
    static boolean isDamaged(Path file, String table, String rows) {
        if (!Files.exists(file) || isLarge(file)) {
            return false;
        }
        try (Connection connection = reader(file, READER_CACHE_KILOBYTES)) {
            String problem = integrity(connection);
            if (problem == null) {
                if (isAsWritten(connection, table, rows)) {
                    return false;
                }
                problem = "a row is not what was written";
            }
            LOG.warn("{} is damaged: {}", file, problem);
        } catch (SQLException e) {
            LOG.warn("{} is damaged: {}", file, e.getMessage());
        }
        return true;
    }

    /** Whether a table is there and was made by a build that writes sums. */
    static boolean hasSums(Connection connection, String table) throws SQLException {
        return count(connection, "SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name = 'sum'") > 0;
    }

    /** @param rows a query of some rows of a table, as for {@link #isDamaged} */
    static boolean isAsWritten(Connection connection, String table, String rows) throws SQLException {
        return !hasSums(connection, table) || sumsAreRight(connection, rows);
    }

    private static boolean sumsAreRight(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            int last = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                byte[][] values = new byte[last - 1][];
                for (int i = 1; i < last; i++) {
                    values[i - 1] = rows.getBytes(i);
                }
                long sum = rows.getLong(last);
                if (!rows.wasNull() && sum != sum(values)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A sum that tells whether what was written is what is read. */
    static long sum(byte[]... values) {
        CRC32C sum = new CRC32C();
        for (byte[] value : values) {
            sum.update(value);
            sum.update(0);
        }
        return sum.getValue();
    }

    static void drop(Path file) {
        try {
            for (String part : List.of("-shm", "-wal", "")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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

    /** The only number of the only row, 0 where there is none. */
    static long count(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            Long value = number(query);
            return value == null ? 0 : value;
        }
    }

    /** What is wrong with a file's structure and its indexes, or null. */
    static @Nullable String integrity(Connection connection) throws SQLException {
        try (PreparedStatement check = connection.prepareStatement("PRAGMA integrity_check(1)");
                ResultSet rows = check.executeQuery()) {
            String found = rows.next() ? rows.getString(1) : "no answer";
            // A heading may stand before it; a sentence has one line.
            return found.equals("ok") ? null : found.strip().lines().reduce("", (before, line) -> line);
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
