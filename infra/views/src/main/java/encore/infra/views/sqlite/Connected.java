package encore.infra.views.sqlite;

import encore.infra.views.ScanRefused;
import encore.infra.views.ViewsUnavailable;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** One connection to one SQLite file, with its prepared statements. Used by one thread at a time. */
final class Connected implements AutoCloseable {

    private static final int STATEMENTS = 100;

    /** Steps that SQLite calls a scan although they are none: a list that the query itself brings, or a search. */
    private static final Pattern NO_SCAN = Pattern.compile(
            "SCAN (json_each VIRTUAL TABLE.*|\\S+ VIRTUAL TABLE INDEX \\d+:\\S+|\\(subquery.*|CONSTANT ROW)");

    private static final Set<Integer> FAULTS_OF_OURS = Set.of(
            SQLiteErrorCode.SQLITE_ERROR.code,
            SQLiteErrorCode.SQLITE_CONSTRAINT.code,
            SQLiteErrorCode.SQLITE_TOOBIG.code,
            SQLiteErrorCode.SQLITE_MISMATCH.code,
            SQLiteErrorCode.SQLITE_MISUSE.code,
            SQLiteErrorCode.SQLITE_RANGE.code);

    private final Connection connection;
    private final @Nullable Set<String> checked;
    private final Map<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Opens the connection.
     *
     * @param checked the statements whose plans were found good, or null when plans are not checked
     */
    private Connected(Connection connection, @Nullable Set<String> checked) throws SQLException {
        this.connection = connection;
        this.checked = checked;
        // With auto-commit on, the driver tries to begin a transaction after each statement to find out whether it is
        // in one. With this setting it begins none by itself: our transactions are statements, and outside of them each
        // statement is a transaction of its own.
        connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
    }

    static Connected writer(Path file, @Nullable Set<String> checked) {
        return open(file, checked, 5_000);
    }

    static Connected reader(Path file, @Nullable Set<String> checked) {
        Connected reader = open(file, checked, 5_000);
        reader.run("PRAGMA cache_size = -1000");
        reader.run("PRAGMA query_only = ON");
        return reader;
    }

    /** Opens a connection for checkpoints, which gives up soon when others are busy. */
    static Connected keeper(Path file) {
        return open(file, null, 100);
    }

    /** Opens a connection that reads a file and changes nothing, not even its write-ahead log. */
    static Connected looker(Path file) {
        try {
            var config = new SQLiteConfig();
            config.setBusyTimeout(5_000);
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            config.setReadOnly(true);
            config.resetOpenMode(SQLiteOpenMode.CREATE);
            return new Connected(config.createConnection("jdbc:sqlite:" + file), null);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private static Connected open(Path file, @Nullable Set<String> checked, int busyMillis) {
        try {
            OwnerOnly.file(file);
            var config = new SQLiteConfig();
            config.setBusyTimeout(busyMillis);
            // The driver already locks each connection.
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            // Otherwise the driver asks for the row id after each insert, with a statement that it prepares again each
            // time.
            config.setGetGeneratedKeys(false);
            var connected = new Connected(config.createConnection("jdbc:sqlite:" + file), checked);
            connected.query("PRAGMA journal_mode = WAL");
            connected.run("PRAGMA synchronous = NORMAL");
            connected.query("PRAGMA secure_delete = ON");
            connected.run("PRAGMA temp_store = MEMORY");
            return connected;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Runs a statement without parameters. */
    void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Returns the rows of a statement without parameters, as texts. */
    List<List<String>> query(String sql) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            var all = new ArrayList<List<String>>();
            while (rows.next()) {
                var row = new ArrayList<String>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(String.valueOf(rows.getString(i)));
                }
                all.add(row);
            }
            return all;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Passes each row of a statement to a consumer. */
    void each(String sql, List<? extends @Nullable Object> values, Showing showing) {
        try (ResultSet rows = bound(sql, values, new Object[0], false).executeQuery()) {
            while (rows.next()) {
                showing.of(rows);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Passes each row of a statement without parameters to a consumer. */
    void each(String sql, Showing showing) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                showing.of(rows);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    int update(String sql, @Nullable Object... values) {
        try {
            return bound(sql, List.of(), values, false).executeUpdate();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    <R> List<R> rows(String sql, List<? extends @Nullable Object> values, Reading<R> reading) {
        return rows(sql, values, false, reading);
    }

    /**
     * Returns the rows of a statement.
     *
     * @param sorts whether the statement's plan may sort its result
     */
    <R> List<R> rows(String sql, List<? extends @Nullable Object> values, boolean sorts, Reading<R> reading) {
        try (ResultSet rows = bound(sql, values, new Object[0], sorts).executeQuery()) {
            var all = new ArrayList<R>();
            while (rows.next()) {
                all.add(reading.of(rows));
            }
            return all;
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    private PreparedStatement bound(
            String sql, List<? extends @Nullable Object> list, @Nullable Object[] array, boolean sorts)
            throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            if (checked != null && !checked.contains(sql)) {
                check(sql, sorts);
                checked.add(sql);
            }
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
            if (statements.size() > STATEMENTS) {
                var eldest = statements.entrySet().iterator();
                eldest.next().getValue().close();
                eldest.remove();
            }
        }
        int i = 1;
        for (Object value : list) {
            bind(statement, i++, value);
        }
        for (Object value : array) {
            bind(statement, i++, value);
        }
        return statement;
    }

    private static void bind(PreparedStatement statement, int at, @Nullable Object value) throws SQLException {
        switch (value) {
            case null -> statement.setObject(at, null);
            case String text -> statement.setString(at, text);
            case Long number -> statement.setLong(at, number);
            case Integer number -> statement.setInt(at, number);
            case Double number -> statement.setDouble(at, number);
            case byte[] bytes -> statement.setBytes(at, bytes);
            default -> throw new IllegalArgumentException("Cannot bind a value of type " + value.getClass());
        }
    }

    private void check(String sql, boolean sorts) {
        for (List<String> row : query("EXPLAIN QUERY PLAN " + sql)) {
            String step = row.get(3);
            boolean scans = step.startsWith("SCAN") && !NO_SCAN.matcher(step).matches();
            if (scans || step.startsWith("USE TEMP B-TREE") && !sorts) {
                throw new ScanRefused(step + " in " + sql);
            }
        }
    }

    /**
     * Returns {@link ViewsUnavailable} for every error that is not the statement's own fault: the store's errors may
     * pass.
     */
    static RuntimeException failure(SQLException e) {
        int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : -1;
        return FAULTS_OF_OURS.contains(code)
                ? new IllegalStateException("SQLite rejected a statement: " + e.getMessage(), e)
                : new ViewsUnavailable(e);
    }

    @Override
    public void close() {
        try {
            for (PreparedStatement statement : statements.values()) {
                statement.close();
            }
            statements.clear();
            connection.close();
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Consumes the current row. */
    interface Showing {
        void of(ResultSet row) throws SQLException;
    }

    /** Reads the current row. */
    interface Reading<R> {
        R of(ResultSet row) throws SQLException;
    }
}
