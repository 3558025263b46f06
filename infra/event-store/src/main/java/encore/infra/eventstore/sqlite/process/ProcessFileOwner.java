package encore.infra.eventstore.sqlite.process;

import encore.infra.eventstore.log.EventLog;
import encore.infra.eventstore.log.HashChain;
import encore.infra.eventstore.process.ProcessStores;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The automation whose entries a file contains, and the log that they follow from. The file names them, so that a file
 * in the place of another, or from another data directory, is not taken for its own.
 *
 * @param log is null where the log is not known; then it is neither noted nor checked
 */
record ProcessFileOwner(String automation, @Nullable EventLog log) {

    private static final int CACHE_KILOBYTES = 256;

    /** Returns whether commits are synced. */
    boolean isSynced() {
        return automation.equals(ProcessStores.WEBHOOKS);
    }

    /** Returns a sentence about a file of another automation or log; null when the file names none. */
    @Nullable
    String findProblem(Path file) throws SQLException {
        if (!Files.exists(file)) {
            return null;
        }
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            if (Sqlite.queryCount(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'owner'") == 0) {
                // An earlier build made it, or it is new.
                return null;
            }
            try (PreparedStatement query = connection.prepareStatement("SELECT automation, position, hash FROM owner");
                    ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    if (!rows.getString(1).equals(automation)) {
                        return "it is the file of " + rows.getString(1);
                    }
                    if (!isHashAt(rows.getLong(2), rows.getBytes(3))) {
                        return "it follows another log";
                    }
                }
            }
            return null;
        }
    }

    private boolean isHashAt(long position, byte[] hash) {
        return log == null
                || position == 0
                || position <= log.head() && Arrays.equals(new HashChain(log).headAt(position), hash);
    }

    /** Notes the owner, and the log's hash at the position that the entries have reached. */
    void write(Connection connection) throws SQLException {
        Sqlite.run(
                connection,
                "CREATE TABLE IF NOT EXISTS owner (one INTEGER PRIMARY KEY, automation TEXT NOT NULL,"
                        + " position INTEGER NOT NULL, hash BLOB NOT NULL) STRICT");
        long reached = Sqlite.queryCount(
                connection, "SELECT json_extract(value, '$.position') FROM entries WHERE key = 'progress'");
        EventLog followed = log;
        boolean isKnown = followed != null && reached > 0 && reached <= followed.head();
        byte[] hash = followed != null && isKnown ? new HashChain(followed).headAt(reached) : new byte[0];
        try (PreparedStatement put =
                connection.prepareStatement("INSERT INTO owner (one, automation, position, hash) VALUES (1, ?, ?, ?)"
                        + " ON CONFLICT (one) DO UPDATE SET automation = excluded.automation,"
                        + " position = excluded.position, hash = excluded.hash")) {
            put.setString(1, automation);
            put.setLong(2, isKnown ? reached : 0);
            put.setBytes(3, hash);
            put.executeUpdate();
        }
    }
}
