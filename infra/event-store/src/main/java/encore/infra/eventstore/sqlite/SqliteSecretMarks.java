package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.keys.SecretMarks;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.util.HashMap;
import java.util.Map;

/** Stores the fingerprints in the log's own file, so that a log always comes with those of its secrets. */
public final class SqliteSecretMarks implements SecretMarks {

    private final SqliteEventLog log;

    public SqliteSecretMarks(SqliteEventLog log) {
        this.log = log;
        // Older logs have no such table.
        along(connection -> Sqlite.run(
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
        along(connection -> {
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
        along(connection -> {
            try (PreparedStatement put =
                    connection.prepareStatement("INSERT INTO secret_marks (name, fingerprint) VALUES (?, ?)"
                            + " ON CONFLICT (name) DO UPDATE SET fingerprint = excluded.fingerprint")) {
                put.setString(1, name);
                put.setBytes(2, fingerprint);
                put.executeUpdate();
            }
        });
    }

    private void along(Sqlite.Step<Connection> work) {
        log.along(work).join();
    }
}
