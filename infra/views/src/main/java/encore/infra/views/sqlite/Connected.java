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

/** One connection to one file, with its prepared statements. Used by one thread at a time. */
final class Connected implements AutoCloseable {

    private static final int STATEMENTS = 100;

    /** A scan of what a question itself brought along, or a search that SQLite calls a scan. */
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

    /** @param checked statements whose plan was found good, or null when plans are not looked at */
    private Connected(Connection connection, @Nullable Set<String> checked) throws SQLException {
        this.connection = connection;
        this.checked = checked;
        // Told otherwise, the driver tries to begin a transaction behind each statement, to find out whether it is in
        // one.
        // It begins none by itself: ours are statements, and outside of them each statement is one, as ever.
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

    /** For checkpoints: gives up soon when others are busy. */
    static Connected keeper(Path file) {
        return open(file, null, 100);
    }

    /** Reads a file and changes nothing, its write-ahead log included. */
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
            // The driver locks each connection already.
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            // Otherwise each insert is followed by a question for its row's number, prepared anew each time.
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

    /** Runs a statement that binds nothing. */
    void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** The rows of a statement that binds nothing, as texts. */
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

    /** Shows each row of a statement. */
    void each(String sql, List<? extends @Nullable Object> values, Showing showing) {
        try (ResultSet rows = bound(sql, values, new Object[0], false).executeQuery()) {
            while (rows.next()) {
                showing.of(rows);
            }
        } catch (SQLException e) {
            throw failure(e);
        }
    }

    /** Shows each row of a statement that binds nothing. */
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

    /** @param sorts whether this statement may sort what it found */
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
            default -> throw new IllegalArgumentException("Not bound: " + value.getClass());
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

    /** Everything that is no fault of the statement is the store's: it may go by. */
    static RuntimeException failure(SQLException e) {
        int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : -1;
        return FAULTS_OF_OURS.contains(code)
                ? new IllegalStateException("SQLite refuses: " + e.getMessage(), e)
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

    /** Looks at the row at hand. */
    interface Showing {
        void of(ResultSet row) throws SQLException;
    }

    /** Reads the row at hand. */
    interface Reading<R> {
        R of(ResultSet row) throws SQLException;
    }
}
