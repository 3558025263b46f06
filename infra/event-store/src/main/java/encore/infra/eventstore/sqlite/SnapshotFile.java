package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.StoredSnapshot;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** {@code snapshots.db}: rebuilt from the log whenever it is missing, so it need not be synced with it. */
final class SnapshotFile implements AutoCloseable {

    private static final int CACHE_KILOBYTES = 4_096;
    private static final int WRITES_BETWEEN_CHECKPOINTS = 1_000;

    private final Confined<Statements> thread;
    private final AtomicInteger writes = new AtomicInteger();

    SnapshotFile(Path file) {
        thread = new Confined<>("snapshots", 1, () -> Sqlite.writer(file, "NORMAL", CACHE_KILOBYTES), Statements::new);
    }

    /** The position of the last event that any snapshot was made from, 0 when there is none. */
    long reaches() {
        return thread.call(statements -> {
            Long position = Sqlite.number(statements.reaches);
            return position == null ? 0 : position;
        });
    }

    /** @param position of the last event that it was made from */
    void put(StoredSnapshot snapshot, long position) {
        thread.run(statements -> {
            PreparedStatement put = statements.put;
            put.setString(1, snapshot.stream());
            put.setLong(2, position);
            put.setLong(3, snapshot.sequence());
            put.setString(4, snapshot.type());
            put.setString(5, snapshot.revision());
            put.setBytes(6, snapshot.state());
            put.executeUpdate();
            if (writes.incrementAndGet() % WRITES_BETWEEN_CHECKPOINTS == 0) {
                statements.checkpoint();
            }
        });
    }

    @Nullable
    StoredSnapshot get(String stream) {
        return thread.<@Nullable StoredSnapshot>call(statements -> {
            statements.get.setString(1, stream);
            try (ResultSet rows = statements.get.executeQuery()) {
                return rows.next()
                        ? new StoredSnapshot(
                                stream, rows.getLong(1), rows.getString(2), rows.getString(3), rows.getBytes(4))
                        : null;
            }
        });
    }

    /** Its state may be personal: no byte of it stays in the file or its WAL. */
    void delete(String stream) {
        thread.run(statements -> {
            statements.delete.setString(1, stream);
            if (statements.delete.executeUpdate() > 0) {
                statements.checkpoint();
            }
        });
    }

    @Override
    public void close() {
        thread.close();
    }

    private static final class Statements {

        private final Connection connection;
        private final PreparedStatement reaches;
        private final PreparedStatement put;
        private final PreparedStatement get;
        private final PreparedStatement delete;

        private Statements(Connection connection) throws SQLException {
            this.connection = connection;
            Sqlite.run(connection, """
                    CREATE TABLE IF NOT EXISTS snapshots (
                      stream TEXT PRIMARY KEY,
                      position INTEGER NOT NULL,
                      sequence INTEGER NOT NULL,
                      type TEXT NOT NULL,
                      revision TEXT NOT NULL,
                      state BLOB NOT NULL
                    ) STRICT""", "CREATE INDEX IF NOT EXISTS snapshots_by_position ON snapshots (position)");
            reaches = connection.prepareStatement("SELECT max(position) FROM snapshots");
            put = connection.prepareStatement(
                    "INSERT INTO snapshots (stream, position, sequence, type, revision, state)"
                            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE SET position = excluded.position,"
                            + " sequence = excluded.sequence, type = excluded.type, revision = excluded.revision,"
                            + " state = excluded.state WHERE excluded.sequence >= sequence");
            get = connection.prepareStatement("SELECT sequence, type, revision, state FROM snapshots WHERE stream = ?");
            delete = connection.prepareStatement("DELETE FROM snapshots WHERE stream = ?");
        }

        private void checkpoint() throws SQLException {
            Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }
}
