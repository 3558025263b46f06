package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.SecretFingerprints;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.Map;

/** Stores the fingerprints in the log's own file, so that a log always comes with those of its secrets. */
public final class SqliteSecretFingerprints implements SecretFingerprints {

    private final SqliteEventLog log;

    public SqliteSecretFingerprints(SqliteEventLog log) {
        this.log = log;
        // Older logs have no such table.
        inWriterTransaction(connection -> Sqlite.run(
                connection,
                "CREATE TABLE IF NOT EXISTS secret_marks (name TEXT PRIMARY KEY, fingerprint BLOB NOT NULL)"
                        + " STRICT, WITHOUT ROWID"));
    }

    @Override
    public boolean hasEvents() {
        return log.head() > 0;
    }

    @Override
    public Map<String, byte[]> all() {
        Map<String, byte[]> found = new HashMap<>();
        inWriterTransaction(connection -> {
            try (PreparedStatement all = connection.prepareStatement("SELECT name, fingerprint FROM secret_marks");
                    ResultSet rows = all.executeQuery()) {
                while (rows.next()) {
                    found.put(rows.getString(1), rows.getBytes(2));
                }
            }
        });
        return found;
    }

    @Override
    public void put(String name, byte[] fingerprint) {
        inWriterTransaction(connection -> {
            try (PreparedStatement put =
                    connection.prepareStatement("INSERT INTO secret_marks (name, fingerprint) VALUES (?, ?)"
                            + " ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint")) {
                put.setString(1, name);
                put.setBytes(2, fingerprint);
                put.executeUpdate();
            }
        });
    }

    private void inWriterTransaction(Sqlite.SqlAction<Connection> work) {
        log.inWriterTransaction(work).join();
    }
}
