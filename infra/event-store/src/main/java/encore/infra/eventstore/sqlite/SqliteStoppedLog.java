package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.beside.BesideRows;
import encore.infra.eventstore.beside.ClaimsReport;
import encore.infra.eventstore.beside.ClaimsReport.Wrong;
import encore.infra.eventstore.beside.StoppedLog;
import encore.infra.eventstore.log.LogRefused;
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
public final class SqliteStoppedLog implements StoppedLog {

    private static final int CACHE_KILOBYTES = 8 << 10;

    private final Path directory;
    private final DirectoryLock lock;
    private final LogFile rows;

    private SqliteStoppedLog(Path directory, DirectoryLock lock, LogFile rows) {
        this.directory = directory;
        this.lock = lock;
        this.rows = rows;
    }

    /** @throws LogRefused when there is no log in the directory, or when it is running */
    public static SqliteStoppedLog open(Path directory) {
        Path file = directory.resolve("events.db");
        if (!Files.exists(file)) {
            throw new LogRefused("There is no log in the directory " + directory + ".");
        }
        DirectoryLock lock = DirectoryLock.take(directory);
        boolean opened = false;
        try {
            SqliteStoppedLog log = new SqliteStoppedLog(directory, lock, LogFile.open(file));
            opened = true;
            return log;
        } catch (StoreFailed e) {
            throw new LogRefused("The log in " + file + " cannot be read (" + e.getMessage() + ").");
        } finally {
            if (!opened) {
                lock.close();
            }
        }
    }

    @Override
    public BesideRows rows() {
        return rows;
    }

    @Override
    public List<Witness> witnesses() {
        List<Witness> found = new ArrayList<>(Witnesses.of(directory));
        try (Connection events = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES)) {
            found.addAll(Witnesses.tokens(events));
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
        try (SnapshotFile snapshots = SnapshotFile.open(directory.resolve("snapshots.db"))) {
            found.add(new Witness("a snapshot", snapshots.reaches()));
        }
        return found;
    }

    @Override
    public void accept(LogVerifier.Report whole) {
        long head = whole.head();
        rows.close();
        Sqlite.drop(directory.resolve("snapshots.db"));
        for (Path automation : Witnesses.automations(directory)) {
            if (Witnesses.folded(automation) > head) {
                Sqlite.drop(automation);
            }
        }
        change(
                "events.db",
                log -> Sqlite.run(log, "UPDATE tokens SET position = " + head + sum() + " WHERE position > " + head));
        if (Files.exists(directory.resolve("keys.db"))) {
            change("keys.db", keys -> Sqlite.run(keys, "DELETE FROM swept WHERE position > " + head));
        }
        try {
            // Write the head file last: until then it shows the missing events, and all of this can be repeated.
            HeadFile.in(directory).write(new Head(head, whole.hash(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void repair(ClaimsReport report) {
        change("events.db", log -> {
            Schema.addSums(log);
            try (PreparedStatement remove = log.prepareStatement("DELETE FROM claims WHERE claim = ? AND owner = ?");
                    PreparedStatement add = log.prepareStatement(
                            "INSERT INTO claims (claim, owner, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING")) {
                Sqlite.run(log, "BEGIN IMMEDIATE");
                for (Wrong wrong : report.unfounded()) {
                    remove.setBytes(1, wrong.claim());
                    remove.setString(2, wrong.owner());
                    remove.executeUpdate();
                }
                for (Wrong wrong : report.missing()) {
                    if (wrong.isKnown()) {
                        add.setBytes(1, wrong.claim());
                        add.setString(2, wrong.owner());
                        add.setLong(3, RowSum.ofClaim(wrong.claim(), wrong.owner()));
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
    private String sum() {
        try (Connection connection = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES)) {
            return Sqlite.hasSums(connection, "tokens") ? ", sum = NULL" : "";
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    private void change(String file, Sqlite.Step<Connection> work) {
        try (Connection connection = Sqlite.writer(directory.resolve(file), "FULL", CACHE_KILOBYTES)) {
            work.on(connection);
            Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new StoreFailed(e);
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
