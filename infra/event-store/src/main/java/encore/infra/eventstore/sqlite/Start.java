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

/** Opens {@code events.db}, after checking that the log is intact and has all events that other stores know of. */
final class Start {

    private static final int CACHE_KILOBYTES = 64 << 10;

    /** Set to another value only to show that infra/bench/sync_order.py detects missing syncs. */
    private static final String SYNCHRONOUS = System.getProperty("encore.sqlite.synchronous", "FULL");

    private Start() {}

    /** @param others positions that other stores know of */
    static Connection open(Path directory, SnapshotFile snapshots, List<Witness> others) throws SQLException {
        Path file = directory.resolve("events.db");
        if (Files.exists(directory.resolve(SqliteBackup.RESTORING))) {
            throw new LogRefused("A restore into " + directory + " was not finished. Run ./encore restore again.");
        }
        // A read-only connection changes neither file nor WAL, so a damaged log stays as it is for a rescue.
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
            // It is checked in the background, because the check would make the start too long.
            return;
        }
        String problem = problem(file, headFile);
        if (problem != null) {
            throw damaged(file, problem);
        }
    }

    /** Checks a whole log and returns a problem, or null. */
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

    /** Checks only the hash chain of a log and returns a problem, or null. This does not delay a writer. */
    static @Nullable String brokenChain(Path file, HeadFile headFile, LogVerifier.Walk walk) {
        try {
            // Read the head before the log, so that the log contains it.
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
        return new LogRefused("The log in " + file + " is damaged (" + how + "), so Encore does not start."
                + " Restore a backup (./encore restore).");
    }

    private static boolean isEmpty(Connection connection) throws SQLException {
        return Sqlite.count(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'commits'") == 0;
    }
}
