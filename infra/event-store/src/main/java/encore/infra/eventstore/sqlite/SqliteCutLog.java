package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.CutLog;
import encore.infra.eventstore.log.LogRefused;
import encore.infra.eventstore.log.LogVerifier;
import encore.infra.eventstore.log.Witness;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The log of a data directory, which is ours as long as this is open. */
public final class SqliteCutLog implements CutLog {

    private static final int CACHE_KILOBYTES = 8 << 10;

    private final Path directory;
    private final DirectoryLock lock;
    private final LogFile rows;

    private SqliteCutLog(Path directory, DirectoryLock lock, LogFile rows) {
        this.directory = directory;
        this.lock = lock;
        this.rows = rows;
    }

    /** @throws LogRefused when there is no log in the directory, or when it is running */
    public static SqliteCutLog open(Path directory) {
        Path file = directory.resolve("events.db");
        if (!Files.exists(file)) {
            throw new LogRefused("There is no log in the directory " + directory + ".");
        }
        DirectoryLock lock = DirectoryLock.take(directory);
        boolean opened = false;
        try {
            SqliteCutLog log = new SqliteCutLog(directory, lock, LogFile.open(file));
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
    public LogVerifier.Rows rows() {
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
        change("events.db", "UPDATE tokens SET position = " + head + sum() + " WHERE position > " + head);
        if (Files.exists(directory.resolve("keys.db"))) {
            change("keys.db", "DELETE FROM swept WHERE position > " + head);
        }
        try {
            // Last: until then the head file tells what was missing, and all of this can be done again.
            HeadFile.in(directory).write(new Head(head, whole.hash(), 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A mark that is taken back goes without one until it moves; in logs of before all do. */
    private String sum() {
        try (Connection connection = Sqlite.reader(directory.resolve("events.db"), CACHE_KILOBYTES)) {
            return Sqlite.hasSums(connection, "tokens") ? ", sum = NULL" : "";
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    private void change(String file, String sql) {
        try (Connection connection = Sqlite.writer(directory.resolve(file), "FULL", CACHE_KILOBYTES)) {
            Sqlite.run(connection, sql, "PRAGMA wal_checkpoint(TRUNCATE)");
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    @Override
    public void close() {
        try (lock;
                rows) {
            // The lock last.
        }
    }
}
