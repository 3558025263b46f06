package encore.infra.eventstore.sqlite.keys;

import encore.infra.eventstore.keys.MasterKey;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Checks {@code keys.db} for damage at a start. Later a damaged key could not be distinguished from a destroyed one.
 */
final class KeyFileCheck {

    private static final int CACHE_KILOBYTES = 2_048;

    private static final String SUBJECTS_WITHOUT_KEY = """
            SELECT subject FROM (
              SELECT json_extract(CAST(metadata AS TEXT), '$.personal.subject') AS subject FROM log.events
              WHERE instr(metadata, CAST('"personal"' AS BLOB)) > 0)
            WHERE subject IS NOT NULL AND subject NOT IN (SELECT subject FROM main.keys) LIMIT 1""";

    private KeyFileCheck() {}

    /** @throws StartRefused when a key is damaged, or a key is missing that the log needs */
    static void requireIntact(Path file, MasterKey master) {
        if (Sqlite.isLarge(file)) {
            // The check would make the start too long.
            return;
        }
        // A million keys take seconds, so both checks run at once. A problem of the structure is reported first.
        CompletableFuture<@Nullable String> structure = CompletableFuture.supplyAsync(() -> findStructureProblem(file));
        String altered;
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            altered = findProblem(connection, file.resolveSibling("events.db"), master);
        } catch (SQLException e) {
            altered = String.valueOf(e.getMessage());
        }
        String problem = structure.join() == null ? altered : structure.join();
        if (problem != null) {
            throw damaged(file, problem);
        }
    }

    static StartRefused damaged(Path file, @Nullable String problem) {
        return new StartRefused("The keys in " + file + " are damaged (" + problem + "), so Encore does not start."
                + " Restore a backup (./encore restore).");
    }

    private static @Nullable String findStructureProblem(Path file) {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            return Sqlite.integrityProblem(connection);
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
    }

    private static @Nullable String findProblem(Connection keys, Path log, MasterKey master) throws SQLException {
        String altered = findAlteredKey(keys, master);
        return altered == null && Files.exists(log) && !Sqlite.isLarge(log) ? findMissingKey(keys, log) : altered;
    }

    private static @Nullable String findAlteredKey(Connection keys, MasterKey master) throws SQLException {
        try (PreparedStatement all = keys.prepareStatement("SELECT 'key ' || subject, key, destroyed FROM keys"
                        + " UNION ALL SELECT 'secret ' || name, secret, 0 FROM secrets");
                ResultSet rows = all.executeQuery()) {
            while (rows.next()) {
                String purpose = rows.getString(1);
                byte[] kept = rows.getBytes(2);
                boolean right = rows.getLong(3) == 0 ? master.canUnwrap(purpose, kept) : isTombstone(kept);
                if (!right) {
                    return "the " + purpose + " does not match what was written";
                }
            }
            return null;
        }
    }

    /** A key that was destroyed before there was a master key left as many zeros as it had bytes. */
    private static boolean isTombstone(byte[] kept) {
        return Arrays.equals(kept, new byte[MasterKey.WRAPPED_BYTES])
                || Arrays.equals(kept, new byte[MasterKey.WRAPPED_BYTES / 2]);
    }

    /**
     * Finds a subject in the log without a row in the keys. A key is written before the events that need it, and a
     * destroyed key leaves its row, so this shows that the keys are an older copy.
     */
    private static @Nullable String findMissingKey(Connection keys, Path log) throws SQLException {
        try (PreparedStatement attach = keys.prepareStatement("ATTACH ? AS log")) {
            attach.setString(1, log.toString());
            attach.execute();
        }
        try (PreparedStatement lost = keys.prepareStatement(SUBJECTS_WITHOUT_KEY);
                ResultSet rows = lost.executeQuery()) {
            return rows.next() ? "the key of " + rows.getString(1) + " is missing" : null;
        }
    }
}
