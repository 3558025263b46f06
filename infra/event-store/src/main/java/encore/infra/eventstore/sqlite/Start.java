package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Opens {@code events.db}, but only when the log still has all that others know it had. */
final class Start {

    private static final int CACHE_KILOBYTES = 64 << 10;

    /** Ever otherwise only to show that infra/bench/sync_order.py notices when nothing is synced. */
    private static final String SYNCHRONOUS = System.getProperty("encore.sqlite.synchronous", "FULL");

    private Start() {}

    /** @param others what else knows of positions that the log had */
    static Connection open(Path directory, SnapshotFile snapshots, List<Witness> others) throws SQLException {
        Path file = directory.resolve("events.db");
        if (Files.exists(directory.resolve(SqliteBackup.RESTORING))) {
            throw new LogRefused("A restore into " + directory + " was not finished: run ./encore restore again.");
        }
        // A read-only connection changes neither file nor WAL, so what is damaged stays as it is for a rescue.
        List<Witness> witnesses = new ArrayList<>(others);
        witnesses.addAll(Witnesses.of(directory));
        witnesses.add(new Witness("a snapshot", snapshots.reaches()));
        if (Files.exists(file)) {
            mustBeWhole(file, HeadFile.in(directory), witnesses);
        } else {
            Witness.mustReach(0, witnesses);
        }
        Connection connection = Sqlite.writer(file, SYNCHRONOUS, CACHE_KILOBYTES);
        if (isEmpty(connection)) {
            Schema.create(connection);
        }
        Schema.addSums(connection);
        Schema.leaveToTheIndex(connection);
        return connection;
    }

    private static void mustBeWhole(Path file, HeadFile headFile, List<Witness> witnesses) {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            if (isEmpty(connection)) {
                Witness.mustReach(0, witnesses);
                return;
            }
            witnesses.addAll(Witnesses.tokens(connection));
            Witness.mustReach(LogTables.head(connection).position(), witnesses);
        } catch (SQLException e) {
            throw damaged(file, String.valueOf(e.getMessage()));
        }
        if (Sqlite.isLarge(file)) {
            // Beside its use (LateCheck): it takes longer than anybody waits for a start.
            return;
        }
        String problem = problem(file, headFile);
        if (problem != null) {
            throw damaged(file, problem);
        }
    }

    /** Reads all of a log, and answers what is wrong with it; null when nothing is. */
    static @Nullable String problem(Path file, HeadFile headFile) {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            String structure = Sqlite.integrity(connection);
            if (structure != null) {
                return structure;
            }
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
        return brokenChain(file, headFile, new LogVerifier.Walk() {});
    }

    /** The same of the chain of hashes alone, which holds up nobody who writes meanwhile. */
    static @Nullable String brokenChain(Path file, HeadFile headFile, LogVerifier.Walk walk) {
        try {
            // Read before the log, so that it names nothing that the log has not.
            LogVerifier.Known known = headFile.known();
            try (LogFile rows = LogFile.open(file)) {
                LogVerifier.Report report = LogVerifier.verify(rows, known == null ? List.of() : List.of(known), walk);
                return report.problem() == null ? null : report.problem().toString();
            }
        } catch (StoreFailed e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LogRefused damaged(Path file, String how) {
        return new LogRefused("The log in " + file + " is damaged (" + how + "), and Encore does not start over it:"
                + " restore a backup (./encore restore).");
    }

    private static boolean isEmpty(Connection connection) throws SQLException {
        return Sqlite.count(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'commits'") == 0;
    }
}
