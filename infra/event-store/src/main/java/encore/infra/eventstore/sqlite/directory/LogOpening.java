package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.sqlite.tables.LogSchema;
import encore.infra.eventstore.sqlite.tables.LogTables;
import encore.infra.eventstore.sqlite.tables.SnapshotFile;
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

/** Opens {@code events.db}, after checking that the log is intact and has all events that other stores know of. */
public final class LogOpening {

    private static final int CACHE_KILOBYTES = 64 << 10;

    /** Set to another value only to show that infra/bench/sync_order.py detects missing syncs. */
    private static final String SYNCHRONOUS = System.getProperty("encore.sqlite.synchronous", "FULL");

    private LogOpening() {}

    /** @param others positions that other stores know of */
    public static Connection open(Path directory, SnapshotFile snapshots, List<Witness> others) throws SQLException {
        Path file = directory.resolve("events.db");
        if (Files.exists(directory.resolve(SqliteBackup.RESTORING))) {
            throw new StartRefused("A restore into " + directory + " was not finished. Run ./encore restore again.");
        }
        // A read-only connection changes neither file nor WAL, so a damaged log stays as it is for a rescue.
        List<Witness> witnesses = new ArrayList<>(others);
        witnesses.addAll(Witnesses.inDirectory(directory));
        witnesses.add(new Witness("a snapshot", snapshots.lastPosition()));
        if (Files.exists(file)) {
            requireIntact(file, HeadFile.in(directory), witnesses);
        } else {
            Witness.mustReach(0, witnesses);
        }
        Connection connection = Sqlite.writer(file, SYNCHRONOUS, CACHE_KILOBYTES);
        if (isEmpty(connection)) {
            LogSchema.create(connection);
        }
        LogSchema.addSums(connection);
        LogSchema.dropOldIndexes(connection);
        return connection;
    }

    private static void requireIntact(Path file, HeadFile headFile, List<Witness> witnesses) {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            Sqlite.requireKind(file, "commits");
            if (isEmpty(connection)) {
                Witness.mustReach(0, witnesses);
                return;
            }
            witnesses.addAll(Witnesses.tokens(connection));
            Witness.mustReach(LogTables.head(connection).position(), witnesses);
        } catch (SQLException e) {
            if (Sqlite.isOfMachine(e)) {
                throw new SqliteFailure(e);
            }
            throw damaged(file, String.valueOf(e.getMessage()));
        }
        if (Sqlite.isLarge(file)) {
            // It is checked in the background, because the check would make the start too long.
            return;
        }
        String problem = findProblem(file, headFile);
        if (problem != null) {
            throw damaged(file, problem);
        }
    }

    /** Checks a whole log and returns a problem, or null. */
    public static @Nullable String findProblem(Path file, HeadFile headFile) {
        try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
            String structure = Sqlite.integrityProblem(connection);
            if (structure != null) {
                return structure;
            }
        } catch (SQLException e) {
            return String.valueOf(e.getMessage());
        }
        return findChainProblem(file, headFile, new LogVerifier.Walk() {});
    }

    /** Checks only the hash chain of a log and returns a problem, or null. This does not delay a writer. */
    public static @Nullable String findChainProblem(Path file, HeadFile headFile, LogVerifier.Walk walk) {
        try {
            // Read the head before the log, so that the log contains it.
            LogVerifier.Known known = headFile.knownHead();
            try (LogFileRows rows = LogFileRows.open(file)) {
                LogVerifier.Report report = LogVerifier.verify(rows, known == null ? List.of() : List.of(known), walk);
                return report.problem() == null ? null : report.problem().toString();
            }
        } catch (SqliteFailure e) {
            return String.valueOf(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static StartRefused damaged(Path file, String problem) {
        return new StartRefused("The log in " + file + " is damaged (" + problem + "), so Encore does not start."
                + " Restore a backup (./encore restore).");
    }

    private static boolean isEmpty(Connection connection) throws SQLException {
        return Sqlite.queryCount(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'commits'") == 0;
    }
}
