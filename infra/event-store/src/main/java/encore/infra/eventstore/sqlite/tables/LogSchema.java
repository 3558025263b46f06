package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The tables of {@code events.db}. They are specified in docs/log-format.md and never change. */
public final class LogSchema {

    static final String COMMITS = """
            CREATE TABLE commits (
              first INTEGER PRIMARY KEY,
              count INTEGER NOT NULL,
              at INTEGER NOT NULL,
              format INTEGER NOT NULL,
              id BLOB NOT NULL,
              head BLOB NOT NULL
            ) STRICT""";

    static final String EVENTS = """
            CREATE TABLE events (
              position INTEGER PRIMARY KEY,
              stream TEXT NOT NULL,
              sequence INTEGER NOT NULL,
              type TEXT NOT NULL,
              revision TEXT NOT NULL,
              metadata BLOB NOT NULL,
              payload BLOB NOT NULL,
              leaf BLOB NOT NULL
            ) STRICT""";

    static final String REQUESTS = """
            CREATE TABLE requests (
              position INTEGER PRIMARY KEY,
              id BLOB NOT NULL,
              fingerprint BLOB NOT NULL,
              answer BLOB,
              sum INTEGER
            ) STRICT""";

    static final String ONCE_KEYS = """
            CREATE TABLE once_keys (
              key BLOB NOT NULL,
              position INTEGER NOT NULL,
              fingerprint TEXT NOT NULL,
              answer BLOB NOT NULL,
              sum INTEGER,
              PRIMARY KEY (position, key)
            ) STRICT, WITHOUT ROWID""";

    static final String CLAIMS = """
            CREATE TABLE claims (
              claim BLOB PRIMARY KEY,
              owner TEXT NOT NULL,
              sum INTEGER
            ) STRICT, WITHOUT ROWID""";

    static final String TOKENS = """
            CREATE TABLE tokens (
              processor TEXT PRIMARY KEY,
              position INTEGER NOT NULL,
              sum INTEGER
            ) STRICT, WITHOUT ROWID""";

    private static final List<String> SIDE_TABLES = List.of("requests", "once_keys", "claims", "tokens");

    private LogSchema() {}

    public static void create(Connection connection) throws SQLException {
        Sqlite.run(
                connection,
                "BEGIN IMMEDIATE",
                COMMITS,
                EVENTS,
                REQUESTS,
                ONCE_KEYS,
                CLAIMS,
                TOKENS,
                "PRAGMA user_version = 1",
                "COMMIT");
    }

    /** Adds checksum columns to the side tables of older logs. Their existing rows have no checksum. */
    public static void addSums(Connection connection) throws SQLException {
        for (String table : SIDE_TABLES) {
            if (!Sqlite.hasChecksums(connection, table)) {
                Sqlite.run(connection, "ALTER TABLE " + table + " ADD COLUMN sum INTEGER");
            }
        }
    }

    /**
     * Returns whether once-keys are sorted by position. Older logs sort them by key: each insert writes another page.
     */
    static boolean hasOnceKeysByPosition(Connection connection) throws SQLException {
        return Sqlite.queryCount(
                        connection,
                        "SELECT count(*) FROM pragma_table_info('once_keys') WHERE name = 'position' AND pk = 1")
                > 0;
    }

    /** Removes the indexes that older logs have in the file: the index in files of its own replaced them. */
    public static void dropOldIndexes(Connection connection) throws SQLException {
        // The freed pages contain no personal data, and the rows to sort may not fit in memory.
        Sqlite.run(connection, "PRAGMA secure_delete = OFF", "PRAGMA temp_store = FILE");
        if (!hasOnceKeysByPosition(connection)) {
            Sqlite.run(
                    connection,
                    "BEGIN IMMEDIATE",
                    "ALTER TABLE once_keys RENAME TO once_keys_by_key",
                    ONCE_KEYS,
                    "INSERT INTO once_keys (key, position, fingerprint, answer, sum)"
                            + " SELECT key, position, fingerprint, answer, sum FROM once_keys_by_key ORDER BY position, key",
                    "DROP TABLE once_keys_by_key",
                    "COMMIT",
                    "PRAGMA wal_checkpoint(TRUNCATE)");
        }
        Sqlite.run(
                connection,
                "DROP INDEX IF EXISTS events_by_stream",
                "DROP INDEX IF EXISTS requests_by_id",
                "PRAGMA temp_store = MEMORY",
                "PRAGMA secure_delete = ON");
    }
}
