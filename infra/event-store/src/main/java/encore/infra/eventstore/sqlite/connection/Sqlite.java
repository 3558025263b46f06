package encore.infra.eventstore.sqlite.connection;

import encore.infra.eventstore.keys.OwnerOnlyFiles;
import encore.infra.eventstore.log.StartRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** Opens and uses connections to SQLite. Transactions are begun and ended by SQL statements, never by JDBC. */
public final class Sqlite {

    private static final Logger LOG = LoggerFactory.getLogger(Sqlite.class);
    private static final long LARGEST_FILE_CHECKED_AT_START = 256L << 20;
    private static final int READER_CACHE_KILOBYTES = 1_024;
    private static final int BUSY_MILLIS = 10_000;

    /** The tables of a log and of a store of keys, which no other file contains. */
    private static final Set<String> IRREPLACEABLE = Set.of("commits", "keys");

    private Sqlite() {}

    /**
     * Opens a connection for the writer. SQLite makes no checkpoint by itself, and deleted data is overwritten.
     */
    public static Connection writer(Path file, String synchronous, int cacheKilobytes) throws SQLException {
        // SQLite creates the WAL and the shared memory file with the same permissions.
        OwnerOnlyFiles.createFile(file);
        SQLiteConfig config = settings();
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        // Otherwise the driver tries to begin a transaction after each statement, to find out whether one is open.
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
        // The driver locks each connection itself.
        config.setOpenMode(SQLiteOpenMode.NOMUTEX);
        return config;
    }

    /** Opens a read-only connection. */
    public static Connection reader(Path file, int cacheKilobytes) throws SQLException {
        SQLiteConfig config = settings();
        config.setReadOnly(true);
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        Connection connection = config.createConnection("jdbc:sqlite:" + file);
        run(connection, "PRAGMA temp_store = MEMORY");
        run(connection, "PRAGMA cache_size = -" + cacheKilobytes);
        return connection;
    }

    /** Returns whether a file is too large to be checked at a start, because that would take too long. */
    public static boolean isLarge(Path file) {
        try {
            return Files.size(file) > LARGEST_FILE_CHECKED_AT_START;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that a file is of its kind, before anything is written in it.
     *
     * @param table each file of this kind has it, unless it is new
     * @throws StartRefused when the file has other tables only
     */
    public static void requireKind(Path file, String table) throws SQLException {
        if (Files.exists(file)) {
            try (Connection connection = reader(file, READER_CACHE_KILOBYTES)) {
                Set<String> tables = tables(connection);
                if (!tables.isEmpty() && !tables.contains(table)) {
                    throw anotherFile(file, tables, table);
                }
            }
        }
    }

    private static StartRefused anotherFile(Path file, Set<String> tables, String table) {
        return new StartRefused("The file " + file + " has the tables " + new TreeSet<>(tables) + " and not " + table
                + ": it is another file, so Encore does not start. Move it to its own place, and put the right file"
                + " here or restore a backup (./encore restore).");
    }

    /**
     * Returns whether an error says nothing about the content of a file: the disk is full, or the file cannot be opened
     * now.
     */
    public static boolean isOfMachine(SQLException e) {
        return e instanceof SQLiteException sqlite
                && switch (sqlite.getResultCode()) {
                    case SQLITE_FULL,
                            SQLITE_CANTOPEN,
                            SQLITE_PERM,
                            SQLITE_NOMEM,
                            SQLITE_BUSY,
                            SQLITE_IOERR_NOMEM,
                            SQLITE_IOERR_WRITE,
                            SQLITE_IOERR_SHMOPEN,
                            SQLITE_IOERR_SHMSIZE,
                            SQLITE_IOERR_SHMMAP,
                            SQLITE_IOERR_SHMLOCK -> true;
                    default -> false;
                };
    }

    private static Set<String> tables(Connection connection) throws SQLException {
        Set<String> names = new HashSet<>();
        try (PreparedStatement query =
                        connection.prepareStatement("SELECT name FROM sqlite_schema WHERE type = 'table'");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    /**
     * Returns whether a file is damaged, or of another kind, whose content can be rebuilt. The rows of large files are
     * not checked.
     *
     * @param table each file of this kind has it, unless it is new
     * @param rows a query of all rows with their {@link #checksum} in the last column, which is null for rows without one
     * @throws StartRefused when the file is a log or a store of keys, which nothing can rebuild
     * @throws SqliteFailure when the file cannot be read now, which says nothing about its content
     */
    public static boolean isDamaged(Path file, String table, String rows) {
        if (!Files.exists(file)) {
            return false;
        }
        try (Connection connection = reader(file, READER_CACHE_KILOBYTES)) {
            Set<String> tables = tables(connection);
            if (!tables.isEmpty() && !tables.contains(table)) {
                if (!Collections.disjoint(tables, IRREPLACEABLE)) {
                    throw anotherFile(file, tables, table);
                }
                LOG.warn("{} is another file: it has the tables {}", file, tables);
                return true;
            }
            if (isLarge(file)) {
                return false;
            }
            String problem = integrityProblem(connection);
            if (problem == null) {
                if (hasRightChecksums(connection, table, rows)) {
                    return false;
                }
                problem = "a row does not match its checksum";
            }
            LOG.warn("{} is damaged: {}", file, problem);
        } catch (SQLException e) {
            if (isOfMachine(e)) {
                throw new SqliteFailure(e);
            }
            LOG.warn("{} is damaged: {}", file, e.getMessage());
        }
        return true;
    }

    /** Returns whether a table exists and has a column for checksums. Older builds made tables without it. */
    public static boolean hasChecksums(Connection connection, String table) throws SQLException {
        return queryCount(connection, "SELECT count(*) FROM pragma_table_info('" + table + "') WHERE name = 'sum'") > 0;
    }

    /**
     * Returns whether rows have the right checksums.
     *
     * @param rows a query of some rows of a table, as for {@link #isDamaged}
     */
    public static boolean hasRightChecksums(Connection connection, String table, String rows) throws SQLException {
        return !hasChecksums(connection, table) || checksumsAreRight(connection, rows);
    }

    private static boolean checksumsAreRight(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql);
                ResultSet rows = query.executeQuery()) {
            int last = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                byte[][] values = new byte[last - 1][];
                for (int i = 1; i < last; i++) {
                    values[i - 1] = rows.getBytes(i);
                }
                long sum = rows.getLong(last);
                if (!rows.wasNull() && sum != checksum(values)) {
                    return false;
                }
            }
            return true;
        }
    }

    /** Returns a checksum of values. It detects damage. */
    public static long checksum(byte[]... values) {
        CRC32C sum = new CRC32C();
        for (byte[] value : values) {
            sum.update(value);
            sum.update(0);
        }
        return sum.getValue();
    }

    /** Deletes a database with its WAL and its shared memory file. */
    public static void deleteFile(Path file) {
        try {
            for (String part : List.of("-shm", "-wal", "")) {
                Files.deleteIfExists(file.resolveSibling(file.getFileName() + part));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Rolls back, unless SQLite has already ended the transaction itself after an error. */
    public static void rollBack(Connection connection) throws SQLException {
        try {
            run(connection, "ROLLBACK");
        } catch (SQLException e) {
            if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
                throw e;
            }
        }
    }

    /** Closes a connection or a statement after a failure, whose reason matters more than a failing close. */
    static void closeQuietly(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            LOG.debug("Closing failed", e);
        }
    }

    /** Returns the only number of the only row, or null when there is no row or the number is null. */
    public static @Nullable Long queryLong(PreparedStatement query) throws SQLException {
        try (ResultSet rows = query.executeQuery()) {
            if (!rows.next()) {
                return null;
            }
            long value = rows.getLong(1);
            return rows.wasNull() ? null : value;
        }
    }

    /** Returns the only number of the only row, 0 when there is none. */
    public static long queryCount(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            Long value = queryLong(query);
            return value == null ? 0 : value;
        }
    }

    /** Returns a problem of a file's structure or indexes, or null. */
    public static @Nullable String integrityProblem(Connection connection) throws SQLException {
        try (PreparedStatement check = connection.prepareStatement("PRAGMA integrity_check(1)");
                ResultSet rows = check.executeQuery()) {
            String found = rows.next() ? rows.getString(1) : "no answer";
            // A heading may come before the problem. Only the last line goes into our sentence.
            return found.equals("ok") ? null : found.strip().lines().reduce("", (before, line) -> line);
        }
    }

    /** A function of a connection, or of statements that were prepared on one. */
    @FunctionalInterface
    public interface SqlFunction<C, T extends @Nullable Object> {
        T on(C connection) throws SQLException;
    }

    /** An action on a connection. */
    @FunctionalInterface
    public interface SqlAction<C> {
        void on(C connection) throws SQLException;
    }

    /** Opens a connection. */
    @FunctionalInterface
    public interface ConnectionSource {
        Connection open() throws SQLException;
    }
}
