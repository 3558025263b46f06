package encore.infra.views.sqlite.file;

import encore.infra.views.LogHashes;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The projection and version whose documents a file contains, and the log that they were made from. The file names
 * them, so that a file in the place of another, or from another data directory, is not taken for its own.
 *
 * @param logHashes is null where the log is not known; then it is neither noted nor checked
 */
public record FileOwner(
        String projection, int version, @Nullable LogHashes logHashes) {

    private static final HexFormat HEX = HexFormat.of();

    /** Returns a sentence about a file of another projection, version or log; null when the file names none. */
    @Nullable
    String findProblem(SqliteConnection connection) {
        if (connection.query("SELECT 1 FROM sqlite_schema WHERE name = 'owner'").isEmpty()) {
            // An earlier build made it, or it is new.
            return null;
        }
        for (List<String> row : connection.query("SELECT projection, version, position, hash FROM owner")) {
            if (!row.get(0).equals(projection) || !row.get(1).equals(Integer.toString(version))) {
                return "it is version " + row.get(1) + " of " + row.get(0);
            }
            long position = Long.parseLong(row.get(2));
            if (logHashes != null && position > 0 && !row.get(3).equals(HEX.formatHex(logHashes.hashAt(position)))) {
                return "it was made from another log";
            }
        }
        return null;
    }

    /**
     * Notes the owner in a file, and the log's hash at a position that the documents have reached. Nothing is noted of
     * the log while the position is 0.
     */
    public void write(SqliteConnection connection, long position) {
        connection.run("CREATE TABLE IF NOT EXISTS owner(one INTEGER PRIMARY KEY, projection TEXT NOT NULL,"
                + " version INTEGER NOT NULL, position INTEGER NOT NULL, hash TEXT NOT NULL)");
        String hash = position == 0 || logHashes == null ? "" : HEX.formatHex(logHashes.hashAt(position));
        connection.update(
                "INSERT INTO owner(one, projection, version, position, hash) VALUES(1, ?, ?, ?, ?)"
                        + " ON CONFLICT(one) DO UPDATE SET projection = excluded.projection,"
                        + " version = excluded.version, position = excluded.position, hash = excluded.hash",
                projection,
                version,
                hash.isEmpty() ? 0 : position,
                hash);
    }
}
