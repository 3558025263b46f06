package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * The reasons for which keys in {@code keys.db} were destroyed. They have a table of their own, because the row of a
 * destroyed key keeps its size. An erased subject has a row without a successor. A key without a row was destroyed by an
 * earlier build.
 */
public final class KeyEndTable {

    /** Makes the table; files of earlier builds lack it. */
    public static final String CREATE =
            "CREATE TABLE IF NOT EXISTS key_ends (subject TEXT PRIMARY KEY, successor TEXT) STRICT";

    public static final String INSERT = "INSERT OR REPLACE INTO key_ends (subject, successor) VALUES (?, ?)";

    /** Selects the ends of destroyed keys after a subject, as {@link #read} reads them. */
    public static final String SELECT = "SELECT keys.subject, key_ends.subject IS NOT NULL, key_ends.successor"
            + " FROM keys LEFT JOIN key_ends ON key_ends.subject = keys.subject"
            + " WHERE keys.destroyed = 1 AND keys.subject > ? ORDER BY keys.subject LIMIT ?";

    private static final String SELECT_WITHOUT_REASONS =
            "SELECT subject, 0, NULL FROM keys WHERE destroyed = 1 AND subject > ? ORDER BY subject LIMIT ?";

    private KeyEndTable() {}

    /** Returns all ends in a file that may be one of an earlier build. */
    public static List<KeyEnd> readAll(Connection connection) throws SQLException {
        boolean hasReasons;
        try (PreparedStatement query = connection.prepareStatement(
                "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'key_ends'")) {
            Long found = Sqlite.queryLong(query);
            hasReasons = found != null && found > 0;
        }
        try (PreparedStatement query = connection.prepareStatement(hasReasons ? SELECT : SELECT_WITHOUT_REASONS)) {
            return read(query, "", Integer.MAX_VALUE);
        }
    }

    /** Runs {@link #SELECT}. */
    public static List<KeyEnd> read(PreparedStatement select, String after, int limit) throws SQLException {
        select.setString(1, after);
        select.setInt(2, limit);
        List<KeyEnd> found = new ArrayList<>();
        try (ResultSet rows = select.executeQuery()) {
            while (rows.next()) {
                String successor = rows.getString(3);
                boolean erased = rows.getLong(2) == 1 && successor == null;
                found.add(new KeyEnd(rows.getString(1), erased, successor));
            }
        }
        return found;
    }

    /** Runs {@link #INSERT} if the reason is known. */
    public static void write(PreparedStatement insert, KeyEnd end) throws SQLException {
        if (end.erased() || end.successor() != null) {
            insert.setString(1, end.subject());
            insert.setString(2, end.successor());
            insert.executeUpdate();
        }
    }
}
