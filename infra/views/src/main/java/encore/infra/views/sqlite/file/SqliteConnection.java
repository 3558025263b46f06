package encore.infra.views.sqlite.file;

import encore.infra.views.ViewsUnavailable;
import encore.infra.views.criteria.ScanRefused;
import encore.infra.views.lanes.ReadDeadline;
import encore.infra.views.lanes.ReadStopped;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.ProgressHandler;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConnection;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;
import org.sqlite.SQLiteOpenMode;

/** One connection to one SQLite file, with its prepared statements. Used by one thread at a time. */
public final class SqliteConnection implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteConnection.class);

    private static final int MAX_STATEMENTS = 100;

    /** Steps of SQLite's virtual machine, which take about a millisecond. */
    private static final int STEPS_BETWEEN_CHECKS = 10_000;

    /** Steps that SQLite calls a scan although they are none: a list that the query itself brings, or a search. */
    private static final Pattern NO_SCAN = Pattern.compile(
            "SCAN (json_each VIRTUAL TABLE.*|\\S+ VIRTUAL TABLE INDEX \\d+:\\S+|\\(subquery.*|CONSTANT ROW)");

    private static final Set<Integer> STATEMENT_ERRORS = Set.of(
            SQLiteErrorCode.SQLITE_ERROR.code,
            SQLiteErrorCode.SQLITE_CONSTRAINT.code,
            SQLiteErrorCode.SQLITE_TOOBIG.code,
            SQLiteErrorCode.SQLITE_MISMATCH.code,
            SQLiteErrorCode.SQLITE_MISUSE.code,
            SQLiteErrorCode.SQLITE_RANGE.code);

    private final Connection connection;
    private final @Nullable Set<String> checkedPlans;
    private final LinkedHashMap<String, PreparedStatement> statements = new LinkedHashMap<>(16, 0.75f, true);
    private @Nullable ReadDeadline deadline;

    /**
     * Opens the connection.
     *
     * @param checked the statements whose plans were found good, or null when plans are not checked
     */
    private SqliteConnection(Connection connection, @Nullable Set<String> checked) throws SQLException {
        this.connection = connection;
        this.checkedPlans = checked;
        // With auto-commit on, the driver tries to begin a transaction after each statement to find out whether it is
        // in one. With this setting it begins none by itself: our transactions are statements, and outside of them each
        // statement is a transaction of its own.
        connection.unwrap(SQLiteConnection.class).getConnectionConfig().setAutoCommit(false);
    }

    public static SqliteConnection writer(Path file, @Nullable Set<String> checked) {
        return open(file, checked, 5_000);
    }

    public static SqliteConnection reader(Path file, @Nullable Set<String> checked) {
        SqliteConnection reader = open(file, checked, 5_000);
        reader.watchDeadlines();
        reader.run("PRAGMA cache_size = -1000");
        reader.run("PRAGMA query_only = ON");
        return reader;
    }

    /** Opens a connection for checkpoints, which gives up soon when others are busy. */
    public static SqliteConnection checkpointer(Path file) {
        return open(file, null, 100);
    }

    /** Opens a connection that reads a file and changes nothing, not even its write-ahead log. */
    public static SqliteConnection readOnly(Path file) {
        try {
            var config = new SQLiteConfig();
            config.setBusyTimeout(5_000);
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            config.setReadOnly(true);
            config.resetOpenMode(SQLiteOpenMode.CREATE);
            return new SqliteConnection(config.createConnection("jdbc:sqlite:" + file), null);
        } catch (SQLException e) {
            throw toException(e);
        }
    }

    private static SqliteConnection open(Path file, @Nullable Set<String> checked, int busyMillis) {
        try {
            ViewFilePermissions.createFile(file);
            var config = new SQLiteConfig();
            config.setBusyTimeout(busyMillis);
            // The driver already locks each connection.
            config.setOpenMode(SQLiteOpenMode.NOMUTEX);
            // Otherwise the driver asks for the row id after each insert, with a statement that it prepares again each
            // time.
            config.setGetGeneratedKeys(false);
            var connection = new SqliteConnection(config.createConnection("jdbc:sqlite:" + file), checked);
            connection.query("PRAGMA journal_mode = WAL");
            connection.run("PRAGMA synchronous = NORMAL");
            connection.query("PRAGMA secure_delete = ON");
            connection.run("PRAGMA temp_store = MEMORY");
            return connection;
        } catch (SQLException e) {
            throw toException(e);
        }
    }

    /**
     * Makes SQLite look at the deadline while a statement works. An interrupt from another thread could come late and
     * stop the next question.
     */
    private void watchDeadlines() {
        try {
            ProgressHandler.setHandler(connection, STEPS_BETWEEN_CHECKS, new ProgressHandler() {
                @Override
                protected int progress() {
                    return deadline != null && deadline.reasonToStop() != null ? 1 : 0;
                }
            });
        } catch (SQLException e) {
            throw toException(e);
        }
    }

    /**
     * Stops statements at a deadline, with {@link ReadStopped}, until this is called again. The connection stays usable.
     *
     * @param until null for no deadline
     */
    public void stopAt(@Nullable ReadDeadline until) {
        deadline = until;
    }

    /** Runs a statement without parameters. */
    public void run(String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw stoppedOr(e);
        }
    }

    /** Ends the open transaction, if there is one. Returns false when that fails. */
    public boolean tryRollBack() {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ROLLBACK");
            return true;
        } catch (SQLException e) {
            // After some errors SQLite has rolled back by itself.
            return String.valueOf(e.getMessage()).contains("no transaction is active");
        }
    }

    /** Returns the rows of a statement without parameters, as texts. */
    public List<List<String>> query(String sql) {
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
            throw stoppedOr(e);
        }
    }

    /** Passes each row of a statement to a consumer. */
    public void forEach(String sql, List<? extends @Nullable Object> values, RowConsumer consumer) {
        use(sql, values, false, statement -> {
            forEach(statement.executeQuery(), consumer);
            return true;
        });
    }

    /** Passes each row of a statement without parameters to a consumer. */
    public void forEach(String sql, RowConsumer consumer) {
        try (Statement statement = connection.createStatement()) {
            forEach(statement.executeQuery(sql), consumer);
        } catch (SQLException e) {
            throw stoppedOr(e);
        }
    }

    private void forEach(ResultSet found, RowConsumer consumer) throws SQLException {
        try (ResultSet rows = found) {
            while (rows.next()) {
                checkDeadline();
                consumer.accept(rows);
            }
        }
    }

    public int update(String sql, @Nullable Object... values) {
        return use(sql, Arrays.asList(values), false, PreparedStatement::executeUpdate);
    }

    public <R> List<R> rows(String sql, List<? extends @Nullable Object> values, RowReader<R> reader) {
        return rows(sql, values, false, reader);
    }

    /**
     * Returns the rows of a statement.
     *
     * @param maySort whether the statement's plan may sort its result
     */
    <R> List<R> rows(String sql, List<? extends @Nullable Object> values, boolean maySort, RowReader<R> reader) {
        return use(sql, values, maySort, statement -> {
            List<R> all = new ArrayList<>();
            forEach(statement.executeQuery(), row -> all.add(reader.read(row)));
            return all;
        });
    }

    /**
     * Executes a prepared statement with its values. The driver closes some statements that fail. So a statement that
     * was not executed to its end is prepared again when it is next used.
     */
    private <R> R use(String sql, List<? extends @Nullable Object> values, boolean maySort, Execution<R> execution) {
        boolean ended = false;
        try {
            PreparedStatement statement = prepare(sql, maySort);
            int i = 1;
            for (Object value : values) {
                bind(statement, i++, value);
            }
            R result = execution.execute(statement);
            ended = true;
            return result;
        } catch (SQLException e) {
            throw stoppedOr(e);
        } finally {
            if (!ended) {
                closeQuietly(statements.remove(sql));
            }
        }
    }

    /** Closes a statement. SQLite then reports the statement's last error again, which says nothing new. */
    private static void closeQuietly(@Nullable PreparedStatement statement) {
        try {
            if (statement != null) {
                statement.close();
            }
        } catch (SQLException e) {
            LOG.debug("A statement failed before it was closed", e);
        }
    }

    private void checkDeadline() {
        if (deadline != null) {
            deadline.check();
        }
    }

    private RuntimeException stoppedOr(SQLException e) {
        return deadline != null
                        && e instanceof SQLiteException sqlite
                        && sqlite.getResultCode() == SQLiteErrorCode.SQLITE_INTERRUPT
                ? deadline.stopped()
                : toException(e);
    }

    private PreparedStatement prepare(String sql, boolean maySort) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            if (checkedPlans != null && !checkedPlans.contains(sql)) {
                checkPlan(sql, maySort);
                checkedPlans.add(sql);
            }
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
            if (statements.size() > MAX_STATEMENTS) {
                closeQuietly(statements.pollFirstEntry().getValue());
            }
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

    private void checkPlan(String sql, boolean maySort) {
        for (List<String> row : query("EXPLAIN QUERY PLAN " + sql)) {
            String step = row.get(3);
            boolean scans = step.startsWith("SCAN") && !NO_SCAN.matcher(step).matches();
            if (scans || step.startsWith("USE TEMP B-TREE") && !maySort) {
                throw new ScanRefused(step + " in " + sql);
            }
        }
    }

    /**
     * Returns {@link ViewsUnavailable} for every error that is not the statement's own fault: the store's errors may
     * pass.
     */
    static RuntimeException toException(SQLException e) {
        int code = e instanceof SQLiteException sqlite ? sqlite.getResultCode().code & 0xff : -1;
        return STATEMENT_ERRORS.contains(code)
                ? new IllegalStateException("SQLite rejected a statement: " + e.getMessage(), e)
                : new ViewsUnavailable(e);
    }

    /**
     * Returns whether an error says nothing about the content of a file: the disk is full, or the file cannot be opened
     * now.
     */
    static boolean isOfMachine(Throwable e) {
        return e.getCause() instanceof SQLiteException sqlite
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

    @Override
    public void close() {
        try {
            statements.values().forEach(SqliteConnection::closeQuietly);
            statements.clear();
            connection.close();
        } catch (SQLException e) {
            throw toException(e);
        }
    }

    /** Consumes the current row. */
    public interface RowConsumer {
        void accept(ResultSet row) throws SQLException;
    }

    /** Executes a prepared statement. */
    private interface Execution<R> {
        R execute(PreparedStatement statement) throws SQLException;
    }

    /** Reads the current row. */
    public interface RowReader<R> {
        R read(ResultSet row) throws SQLException;
    }
}
