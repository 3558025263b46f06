package encore.infra.eventstore.sqlite.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import encore.infra.eventstore.process.EntryReader;
import encore.infra.eventstore.process.ProcessStore;
import encore.infra.eventstore.sqlite.connection.ConnectionThreads;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of one automation in a file. The process that has locked the data directory owns it. Commits are not
 * synced: the automation applies events again that a power cut has lost. Only the store of webhooks is synced, since its
 * dead letters are stored nowhere else.
 */
public final class SqliteProcessStore implements ProcessStore, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(SqliteProcessStore.class);
    private static final int CACHE_KILOBYTES = 4_096;
    private static final int COMMITS_BETWEEN_CHECKPOINTS = 1_000;

    private final ProcessFileOwner owner;
    private final ConnectionThreads<Statements> connectionThread;

    /**
     * Opens a file. A file that is damaged, or of another automation or log, is deleted and created again, because the
     * automation can apply all events again.
     */
    static SqliteProcessStore open(Path file, ProcessFileOwner owner) {
        if (Sqlite.isDamaged(file, "entries", "SELECT key, value, sum FROM entries") || isOfAnother(file, owner)) {
            Sqlite.deleteFile(file);
        }
        SqliteProcessStore store = new SqliteProcessStore(file, owner);
        store.writeOwner();
        return store;
    }

    private static boolean isOfAnother(Path file, ProcessFileOwner owner) {
        try {
            String problem = owner.findProblem(file);
            if (problem != null) {
                LOG.warn("{} is deleted and made again: {}", file, problem);
            }
            return problem != null;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private SqliteProcessStore(Path file, ProcessFileOwner owner) {
        this.owner = owner;
        connectionThread = new ConnectionThreads<>(
                file.getFileName().toString(),
                1,
                () -> Sqlite.writer(file, owner.isSynced() ? "FULL" : "NORMAL", CACHE_KILOBYTES),
                Statements::new);
    }

    @Override
    public Lease acquireLease() {
        return currentLease();
    }

    @Override
    public Lease currentLease() {
        return new Lease(1, "this process", connectionThread.call(Statements::notes));
    }

    @Override
    public void release() {
        // No other process could take the ownership.
    }

    @Override
    public @Nullable String get(String key) {
        return connectionThread.<@Nullable String>call(statements -> {
            statements.get.setString(1, key);
            try (ResultSet rows = statements.get.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        });
    }

    @Override
    public List<Entry> list(String prefix, @Nullable String after, int limit) {
        return connectionThread.call(statements -> {
            PreparedStatement list = statements.list;
            list.setString(1, prefix);
            list.setString(2, after == null ? "" : after);
            list.setString(3, EntryReader.prefixEnd(prefix));
            list.setInt(4, limit);
            List<Entry> found = new ArrayList<>();
            try (ResultSet rows = list.executeQuery()) {
                while (rows.next()) {
                    found.add(new Entry(rows.getString(1), rows.getString(2)));
                }
            }
            return found;
        });
    }

    @Override
    public void commit(Map<String, @Nullable String> changes) {
        connectionThread.run(statements -> statements.commit(changes));
    }

    @Override
    public void addNote(String note) {
        connectionThread.run(statements -> update(statements.leave, note));
    }

    @Override
    public void removeNote(String note) {
        connectionThread.run(statements -> update(statements.take, note));
    }

    private static void update(PreparedStatement statement, String text) throws SQLException {
        statement.setString(1, text);
        statement.executeUpdate();
    }

    /** A disk that is full prevents no start. Then the next start compares logs at an earlier position, or not at all. */
    private void writeOwner() {
        try {
            connectionThread.run(statements -> owner.write(statements.connection));
        } catch (RuntimeException e) {
            LOG.info(
                    "{} could not note its log: {}",
                    owner.automation(),
                    e.getClass().getName());
        }
    }

    @Override
    public void close() {
        writeOwner();
        connectionThread.close();
    }

    private static final class Statements {

        private final Connection connection;
        private final PreparedStatement get;
        private final PreparedStatement list;
        private final PreparedStatement put;
        private final PreparedStatement remove;
        private final PreparedStatement notes;
        private final PreparedStatement leave;
        private final PreparedStatement take;
        private int commits;

        private Statements(Connection connection) throws SQLException {
            this.connection = connection;
            Sqlite.run(
                    connection,
                    "CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, sum INTEGER)"
                            + " STRICT, WITHOUT ROWID",
                    "CREATE TABLE IF NOT EXISTS notes (note TEXT PRIMARY KEY) STRICT, WITHOUT ROWID");
            if (!Sqlite.hasChecksums(connection, "entries")) {
                Sqlite.run(connection, "ALTER TABLE entries ADD COLUMN sum INTEGER");
            }
            get = connection.prepareStatement("SELECT value FROM entries WHERE key = ?");
            list = connection.prepareStatement(
                    "SELECT key, value FROM entries WHERE key >= ? AND key > ? AND key < ? ORDER BY key LIMIT ?");
            put = connection.prepareStatement("INSERT INTO entries (key, value, sum) VALUES (?, ?, ?)"
                    + " ON CONFLICT (key) DO UPDATE SET value = excluded.value, sum = excluded.sum");
            remove = connection.prepareStatement("DELETE FROM entries WHERE key = ?");
            notes = connection.prepareStatement("SELECT note FROM notes");
            leave = connection.prepareStatement("INSERT OR IGNORE INTO notes (note) VALUES (?)");
            take = connection.prepareStatement("DELETE FROM notes WHERE note = ?");
        }

        private Set<String> notes() throws SQLException {
            Set<String> found = new HashSet<>();
            try (ResultSet rows = notes.executeQuery()) {
                while (rows.next()) {
                    found.add(rows.getString(1));
                }
            }
            return found;
        }

        private void commit(Map<String, @Nullable String> changes) throws SQLException {
            Sqlite.run(connection, "BEGIN IMMEDIATE");
            boolean done = false;
            try {
                for (Map.Entry<String, @Nullable String> change : changes.entrySet()) {
                    String value = change.getValue();
                    if (value == null) {
                        update(remove, change.getKey());
                    } else {
                        put.setString(1, change.getKey());
                        put.setString(2, value);
                        put.setLong(3, Sqlite.checksum(change.getKey().getBytes(UTF_8), value.getBytes(UTF_8)));
                        put.executeUpdate();
                    }
                }
                Sqlite.run(connection, "COMMIT");
                done = true;
            } finally {
                if (!done) {
                    Sqlite.rollBack(connection);
                }
            }
            if (++commits % COMMITS_BETWEEN_CHECKPOINTS == 0) {
                Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
            }
        }
    }
}
