package encore.infra.eventstore.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** The tables of {@code events.db}; for ever, and the same in docs/log-format.md. */
final class Schema {

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
              key BLOB PRIMARY KEY,
              position INTEGER NOT NULL,
              fingerprint TEXT NOT NULL,
              answer BLOB NOT NULL,
              sum INTEGER
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

    static final String EVENTS_BY_STREAM = "CREATE UNIQUE INDEX events_by_stream ON events (stream, sequence)";
    static final String REQUESTS_BY_ID = "CREATE UNIQUE INDEX requests_by_id ON requests (id)";

    private static final List<String> BESIDE = List.of("requests", "once_keys", "claims", "tokens");

    private Schema() {}

    static void create(Connection connection) throws SQLException {
        Sqlite.run(
                connection,
                "BEGIN IMMEDIATE",
                COMMITS,
                EVENTS,
                EVENTS_BY_STREAM,
                REQUESTS,
                REQUESTS_BY_ID,
                ONCE_KEYS,
                CLAIMS,
                TOKENS,
                "PRAGMA user_version = 1",
                "COMMIT");
    }

    /** Logs of before have no sums beside the chain; their rows go without. */
    static void addSums(Connection connection) throws SQLException {
        for (String table : BESIDE) {
            if (!Sqlite.hasSums(connection, table)) {
                Sqlite.run(connection, "ALTER TABLE " + table + " ADD COLUMN sum INTEGER");
            }
        }
    }
}
