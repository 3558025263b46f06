package encore.infra.eventstore.sqlite.keys;

import encore.infra.eventstore.codec.EventJson;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.sqlite.connection.PreparedStatements;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.tables.KeyEndTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables of {@code keys.db}. The row of a wrapped key is inserted once and may later be overwritten in its place by
 * a row of the same size. So no page contains an older copy of it.
 */
final class KeyTables implements AutoCloseable {

    private final PreparedStatements statements;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement key;
    private final PreparedStatement keys;
    private final PreparedStatement insertKey;
    private final PreparedStatement destroyKey;
    private final PreparedStatement insertEnd;
    private final PreparedStatement ends;
    private final PreparedStatement secrets;
    private final PreparedStatement insertSecret;
    private final PreparedStatement swept;
    private final PreparedStatement sweep;
    private final PreparedStatement checkpoint;

    KeyTables(Connection connection) throws SQLException {
        statements = new PreparedStatements(connection);
        begin = statements.prepare("BEGIN IMMEDIATE");
        commit = statements.prepare("COMMIT");
        key = statements.prepare("SELECT key, destroyed FROM keys WHERE subject = ?");
        keys = statements.prepare("SELECT keys.subject, keys.key FROM json_each(?) AS wanted"
                + " CROSS JOIN keys ON keys.subject = wanted.value WHERE keys.destroyed = 0");
        insertKey = statements.prepare("INSERT INTO keys (subject, key, destroyed) VALUES (?, ?, 0)");
        destroyKey = statements.prepare("INSERT INTO keys (subject, key, destroyed) VALUES (?, zeroblob(64), 1)"
                + " ON CONFLICT (subject) DO UPDATE SET key = excluded.key, destroyed = 1");
        insertEnd = statements.prepare(KeyEndTable.INSERT);
        ends = statements.prepare(KeyEndTable.SELECT);
        secrets = statements.prepare("SELECT name, secret FROM secrets");
        insertSecret = statements.prepare("INSERT INTO secrets (name, secret) VALUES (?, ?) ON CONFLICT DO NOTHING");
        swept = statements.prepare("SELECT position FROM swept");
        sweep = statements.prepare("INSERT INTO swept (only, position) VALUES (1, ?)"
                + " ON CONFLICT (only) DO UPDATE SET position = excluded.position");
        checkpoint = statements.prepare("PRAGMA wal_checkpoint(TRUNCATE)");
    }

    /** Closes the statements, which a failure has made unusable. */
    @Override
    public void close() {
        statements.close();
    }

    static void create(Connection connection) throws SQLException {
        Sqlite.run(
                connection,
                """
                CREATE TABLE IF NOT EXISTS keys (
                  subject TEXT PRIMARY KEY,
                  key BLOB NOT NULL,
                  destroyed INTEGER NOT NULL
                ) STRICT""",
                KeyEndTable.CREATE,
                "CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, secret BLOB NOT NULL) STRICT",
                "CREATE TABLE IF NOT EXISTS swept (only INTEGER PRIMARY KEY, position INTEGER NOT NULL) STRICT");
    }

    void begin() throws SQLException {
        begin.executeUpdate();
    }

    void commit() throws SQLException {
        commit.executeUpdate();
    }

    /** @param key the wrapped key, null when it was destroyed */
    record Row(byte @Nullable [] key) {}

    @Nullable
    Row key(String subject) throws SQLException {
        key.setString(1, subject);
        try (ResultSet rows = key.executeQuery()) {
            return rows.next() ? new Row(rows.getLong(2) == 0 ? rows.getBytes(1) : null) : null;
        }
    }

    /** Returns the keys of many subjects, without those that are missing or destroyed. */
    Map<String, byte[]> keys(List<String> subjects) throws SQLException {
        Map<String, byte[]> found = HashMap.newHashMap(subjects.size());
        keys.setString(1, EventJson.mapper().writeValueAsString(subjects));
        try (ResultSet rows = keys.executeQuery()) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getBytes(2));
            }
        }
        return found;
    }

    void insertKey(String subject, byte[] made) throws SQLException {
        insertKey.setString(1, subject);
        insertKey.setBytes(2, made);
        insertKey.executeUpdate();
    }

    void destroy(KeyEnd end) throws SQLException {
        destroyKey.setString(1, end.subject());
        destroyKey.executeUpdate();
        KeyEndTable.write(insertEnd, end);
    }

    List<KeyEnd> ends(String after, int limit) throws SQLException {
        return KeyEndTable.read(ends, after, limit);
    }

    Map<String, byte[]> secrets() throws SQLException {
        Map<String, byte[]> found = new HashMap<>();
        try (ResultSet rows = secrets.executeQuery()) {
            while (rows.next()) {
                found.put(rows.getString(1), rows.getBytes(2));
            }
        }
        return found;
    }

    /** Inserts a secret unless there is one of that name. */
    void insertSecret(String name, byte[] made) throws SQLException {
        insertSecret.setString(1, name);
        insertSecret.setBytes(2, made);
        insertSecret.executeUpdate();
    }

    long erasedUpTo() throws SQLException {
        Long position = Sqlite.queryLong(swept);
        return position == null ? 0 : position;
    }

    void erasedUpTo(long position) throws SQLException {
        sweep.setLong(1, position);
        sweep.executeUpdate();
    }

    /** Empties the WAL, which still contains overwritten keys. */
    void emptyWal() throws SQLException {
        try (ResultSet rows = checkpoint.executeQuery()) {
            if (!rows.next() || rows.getInt(1) != 0) {
                throw new SQLException("The WAL of keys.db cannot be emptied because it is being read");
            }
        }
    }
}
