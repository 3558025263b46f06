package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.verify.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads the positions of a log that the other files of its data directory know of. It changes none of these files. */
final class Witnesses {

    private static final int CACHE_KILOBYTES = 256;

    /** The keys of an automation's entries that contain the position of an event. */
    private static final String KEYS_WITH_POSITION =
            "key GLOB 'outbox/*' OR key GLOB 'letter/*' OR key GLOB 'work/*' OR key GLOB 'refused/*'";

    private static final String FOLDED_POSITION = "SELECT max(position) FROM ("
            + "SELECT json_extract(value, '$.position') AS position FROM entries WHERE key = 'progress'"
            + " UNION ALL SELECT CAST(substr(key, instr(key, '/') + 1, 19) AS INTEGER) FROM entries WHERE "
            + KEYS_WITH_POSITION
            + ")";

    /** The rows that {@link #foldedPosition} depends on. The other rows are checked when the automation's store is opened. */
    private static final String WITNESS_ROWS =
            "SELECT key, value, sum FROM entries WHERE key = 'progress' OR " + KEYS_WITH_POSITION;

    private Witnesses() {}

    static List<Witness> inDirectory(Path directory) {
        List<Witness> found = new ArrayList<>();
        HeadFile headFile = HeadFile.in(directory);
        try {
            LogHead logHead = headFile.read();
            if (logHead != null) {
                found.add(new Witness("the file " + headFile.path(), logHead.position()));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Path keys = directory.resolve("keys.db");
        try {
            Long swept = Files.exists(keys) ? queryIfTableExists(keys, "swept", "SELECT position FROM swept") : null;
            if (swept != null) {
                found.add(new Witness("the sweep of erasures in " + keys, swept));
            }
        } catch (SQLException e) {
            throw new StartRefused("The file " + keys + " cannot be read (" + e.getMessage()
                    + "). Restore a backup of it (./encore restore).");
        }
        for (Path automation : automations(directory)) {
            found.add(new Witness("the automation in " + automation, foldedPosition(automation)));
        }
        return found;
    }

    /** Returns the last event that an automation's file shows as applied; 0 when these rows are damaged. */
    static long foldedPosition(Path automation) {
        try {
            Long folded = queryIfTableExists(automation, "entries", FOLDED_POSITION);
            return folded == null || !isAsWritten(automation) ? 0 : folded;
        } catch (SQLException e) {
            return 0;
        }
    }

    private static boolean isAsWritten(Path automation) throws SQLException {
        try (Connection connection = Sqlite.reader(automation, CACHE_KILOBYTES)) {
            return Sqlite.hasRightChecksums(connection, "entries", WITNESS_ROWS);
        }
    }

    static List<Path> automations(Path directory) {
        Path automations = directory.resolve("automations");
        if (!Files.isDirectory(automations)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(automations)) {
            return files.filter(file -> file.toString().endsWith(".db")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static @Nullable Long queryIfTableExists(Path file, String table, String sql) throws SQLException {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            if (Sqlite.queryCount(connection, "SELECT count(*) FROM sqlite_schema WHERE name = '" + table + "'") == 0) {
                return null;
            }
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                return Sqlite.queryLong(query);
            }
        }
    }

    /** Reads the positions of automations that are stored in the log's own file. Times of their timers are no witnesses. */
    static List<Witness> tokens(Connection log) throws SQLException {
        List<Witness> found = new ArrayList<>();
        try (PreparedStatement query = log.prepareStatement("SELECT processor, position FROM tokens");
                ResultSet rows = query.executeQuery()) {
            while (rows.next()) {
                if (!TokenStore.isTime(rows.getString(1))) {
                    found.add(new Witness("the token of " + rows.getString(1), rows.getLong(2)));
                }
            }
        }
        return found;
    }
}
