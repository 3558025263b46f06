package encore.infra.eventstore.sqlite.directory;

import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.TokenStore;
import encore.infra.eventstore.sidetables.ClaimsReport;
import encore.infra.eventstore.sidetables.ClaimsReport.WrongClaim;
import encore.infra.eventstore.sidetables.OfflineLog;
import encore.infra.eventstore.sidetables.SideTableRows;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.sqlite.tables.HeadFile;
import encore.infra.eventstore.sqlite.tables.LogFileRows;
import encore.infra.eventstore.sqlite.tables.LogHead;
import encore.infra.eventstore.sqlite.tables.LogSchema;
import encore.infra.eventstore.sqlite.tables.RowChecksum;
import encore.infra.eventstore.sqlite.tables.SnapshotFile;
import encore.infra.eventstore.verify.LogVerifier;
import encore.infra.eventstore.verify.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The stopped log of a data directory, which is locked until this is closed. */
public final class SqliteOfflineLog implements OfflineLog {

    private static final int CACHE_KILOBYTES = 8 << 10;

    private final Path directory;
    private final DirectoryLock lock;
    private final LogFileRows rows;

    private SqliteOfflineLog(Path directory, DirectoryLock lock, LogFileRows rows) {
        this.directory = directory;
        this.lock = lock;
        this.rows = rows;
    }

    /** @throws StartRefused when there is no log in the directory, or when it is running */
    public static SqliteOfflineLog open(Path directory) {
        Path file = directory.resolve("events.db");
        if (!Files.exists(file)) {
            throw new StartRefused("There is no log in the directory " + directory + ".");
        }
        DirectoryLock lock = DirectoryLock.acquire(directory);
        boolean opened = false;
        try {
            SqliteOfflineLog log = new SqliteOfflineLog(directory, lock, LogFileRows.open(file));
            opened = true;
            return log;
        } catch (SqliteFailure e) {
            throw new StartRefused("The log in " + file + " cannot be read (" + e.getMessage() + ").");
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    @Override
    public SideTableRows rows() {
        return rows;
    }

    @Override
    public List<Witness> witnesses() {
        List<Witness> found = new ArrayList<>(Witnesses.inDirectory(directory));
        try (Connection events = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES)) {
            found.addAll(Witnesses.tokens(events));
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
        try (SnapshotFile snapshots = SnapshotFile.open(directory.resolve("snapshots.db"))) {
            found.add(new Witness("a snapshot", snapshots.lastPosition()));
        }
        return found;
    }

    @Override
    public void acceptEnd(LogVerifier.Report report) {
        long head = report.head();
        rows.close();
        Sqlite.deleteFile(directory.resolve("snapshots.db"));
        for (Path automation : Witnesses.automations(directory)) {
            if (Witnesses.foldedPosition(automation) > head) {
                Sqlite.deleteFile(automation);
            }
        }
        String setBack = checksumReset() + " WHERE processor ";
        String isTime = "LIKE '%" + TokenStore.TIMERS + "'";
        // Timers that were due after the new end are due again, because their commands are among the missing events.
        String end = "(SELECT coalesce(max(at), 0) FROM commits WHERE first = (SELECT max(first) FROM commits))";
        change(
                "events.db",
                log -> Sqlite.run(
                        log,
                        "UPDATE tokens SET position = " + head + setBack + "NOT " + isTime + " AND position > " + head,
                        "UPDATE tokens SET position = " + end + setBack + isTime + " AND position > " + end));
        if (Files.exists(directory.resolve("keys.db"))) {
            change("keys.db", keys -> Sqlite.run(keys, "DELETE FROM swept WHERE position > " + head));
        }
        try {
            // Write the head file last: until then it shows the missing events, and all of this can be repeated.
            HeadFile.in(directory).write(new LogHead(head, report.hash(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void repairClaims(ClaimsReport report) {
        change("events.db", log -> {
            LogSchema.addSums(log);
            try (PreparedStatement remove = log.prepareStatement("DELETE FROM claims WHERE claim = ? AND owner = ?");
                    PreparedStatement add = log.prepareStatement(
                            "INSERT INTO claims (claim, owner, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
                Sqlite.run(log, "BEGIN IMMEDIATE");
                for (WrongClaim wrongClaim : report.unfounded()) {
                    remove.setBytes(1, wrongClaim.claim());
                    remove.setString(2, wrongClaim.owner());
                    remove.executeUpdate();
                }
                for (WrongClaim wrongClaim : report.missing()) {
                    if (wrongClaim.isKnown()) {
                        add.setBytes(1, wrongClaim.claim());
                        add.setString(2, wrongClaim.owner());
                        add.setLong(3, RowChecksum.ofClaim(wrongClaim.claim(), wrongClaim.owner()));
                        add.executeUpdate();
                    }
                }
                Sqlite.run(log, "COMMIT");
            }
        });
    }

    /**
     * Returns SQL that clears the checksum of an automation's position that is set back. The position has no checksum
     * until it moves again. In older logs no position has one.
     */
    private String checksumReset() {
        try (Connection connection = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES)) {
            return Sqlite.hasChecksums(connection, "tokens") ? ", sum = NULL" : "";
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private void change(String file, Sqlite.SqlAction<Connection> work) {
        try (Connection connection = Sqlite.writer(directory.resolve(file), "FULL", CACHE_KILOBYTES)) {
            work.on(connection);
            Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public void close() {
        try (lock;
                rows) {
            // Resources are closed in reverse order: the lock last.
        }
    }
}
