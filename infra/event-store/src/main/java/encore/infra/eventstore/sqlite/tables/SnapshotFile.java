package encore.infra.eventstore.sqlite.tables;

import static java.nio.charset.StandardCharsets.UTF_8;

import encore.infra.eventstore.log.StoredSnapshot;
import encore.infra.eventstore.sqlite.connection.ConnectionThreads;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The snapshots in {@code snapshots.db}. Missing ones are rebuilt from the log, so writes are not synced. */
public final class SnapshotFile implements AutoCloseable {

    private static final int CACHE_KILOBYTES = 4_096;
    private static final int WRITES_BETWEEN_CHECKPOINTS = 1_000;

    private final ConnectionThreads<Statements> connectionThread;
    private final AtomicInteger writes = new AtomicInteger();

    private SnapshotFile(Path file) {
        connectionThread = new ConnectionThreads<>(
                "snapshots", 1, () -> Sqlite.writer(file, "NORMAL", CACHE_KILOBYTES), Statements::new);
    }

    /** Opens the file. A damaged file is deleted and created again, because snapshots can be made from the log. */
    public static SnapshotFile open(Path file) {
        if (Sqlite.isDamaged(
                file, "states", "SELECT stream, CAST(sequence AS TEXT), type, revision, state, sum FROM states")) {
            Sqlite.deleteFile(file);
        }
        return new SnapshotFile(file);
    }

    /** Returns the end of the last commit that a snapshot was made from, 0 when there is no snapshot. */
    public long lastPosition() {
        return connectionThread.call(statements -> {
            Long position = Sqlite.queryLong(statements.reaches);
            return position == null ? 0 : position;
        });
    }

    /**
     * Stores a snapshot.
     *
     * @param commit the end of the commit that contains the last event of the snapshot
     */
    public void put(StoredSnapshot snapshot, LogHead commit) {
        connectionThread.run(statements -> {
            PreparedStatement put = statements.put;
            put.setString(1, snapshot.stream());
            put.setLong(2, commit.position());
            put.setBytes(3, commit.hash());
            put.setLong(4, snapshot.sequence());
            put.setString(5, snapshot.type());
            put.setString(6, snapshot.revision());
            put.setBytes(7, snapshot.state());
            put.setLong(8, checksum(snapshot));
            put.setString(9, snapshot.subject());
            put.executeUpdate();
            if (writes.incrementAndGet() % WRITES_BETWEEN_CHECKPOINTS == 0) {
                statements.checkpoint();
            }
        });
    }

    /** A snapshot with the end of its commit and the head of the log there. */
    public record SnapshotAtCommit(StoredSnapshot snapshot, long position, byte[] head) {}

    private static long checksum(StoredSnapshot snapshot) {
        return Sqlite.checksum(
                snapshot.stream().getBytes(UTF_8),
                Long.toString(snapshot.sequence()).getBytes(UTF_8),
                snapshot.type().getBytes(UTF_8),
                snapshot.revision().getBytes(UTF_8),
                snapshot.state());
    }

    public @Nullable SnapshotAtCommit get(String stream) {
        return connectionThread.<@Nullable SnapshotAtCommit>call(statements -> {
            statements.get.setString(1, stream);
            try (ResultSet rows = statements.get.executeQuery()) {
                return rows.next()
                        ? new SnapshotAtCommit(
                                new StoredSnapshot(
                                        stream,
                                        rows.getLong(3),
                                        rows.getString(4),
                                        rows.getString(5),
                                        rows.getBytes(6),
                                        rows.getString(7)),
                                rows.getLong(1),
                                rows.getBytes(2))
                        : null;
            }
        });
    }

    /** Deletes a snapshot. It may contain personal data, so no byte of it stays in the file or its WAL. */
    public void delete(String stream) {
        connectionThread.run(statements -> {
            statements.delete.setString(1, stream);
            if (statements.delete.executeUpdate() > 0) {
                statements.checkpoint();
            }
        });
    }

    /** Deletes all snapshots that are encrypted with the keys of these subjects, in the same way. */
    public void deleteOf(Collection<String> subjects) {
        connectionThread.run(statements -> {
            int deleted = 0;
            for (String subject : subjects) {
                statements.deleteOf.setString(1, subject);
                deleted += statements.deleteOf.executeUpdate();
            }
            if (deleted > 0) {
                statements.checkpoint();
            }
        });
    }

    @Override
    public void close() {
        connectionThread.close();
    }

    private static final class Statements {

        private final Connection connection;
        private final PreparedStatement reaches;
        private final PreparedStatement put;
        private final PreparedStatement get;
        private final PreparedStatement delete;
        private final PreparedStatement deleteOf;

        private Statements(Connection connection) throws SQLException {
            this.connection = connection;
            Sqlite.run(
                    connection,
                    // Older builds stored snapshots without their commit in this table.
                    "DROP TABLE IF EXISTS snapshots",
                    """
                    CREATE TABLE IF NOT EXISTS states (
                      stream TEXT PRIMARY KEY,
                      position INTEGER NOT NULL,
                      head BLOB NOT NULL,
                      sequence INTEGER NOT NULL,
                      type TEXT NOT NULL,
                      revision TEXT NOT NULL,
                      state BLOB NOT NULL,
                      sum INTEGER NOT NULL
                    ) STRICT""",
                    "CREATE INDEX IF NOT EXISTS states_by_position ON states (position)");
            if (Sqlite.queryCount(connection, "SELECT count(*) FROM pragma_table_info('states') WHERE name = 'subject'")
                    == 0) {
                Sqlite.run(connection, "ALTER TABLE states ADD COLUMN subject TEXT");
            }
            Sqlite.run(
                    connection,
                    "CREATE INDEX IF NOT EXISTS states_by_subject ON states (subject) WHERE subject IS NOT NULL");
            reaches = connection.prepareStatement("SELECT max(position) FROM states");
            put = connection.prepareStatement(
                    "INSERT INTO states (stream, position, head, sequence, type, revision, state, sum, subject)"
                            + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (stream) DO UPDATE SET position = excluded.position,"
                            + " head = excluded.head, sequence = excluded.sequence, type = excluded.type,"
                            + " revision = excluded.revision, state = excluded.state,"
                            + " sum = excluded.sum, subject = excluded.subject WHERE excluded.sequence >= sequence");
            get = connection.prepareStatement(
                    "SELECT position, head, sequence, type, revision, state, subject FROM states WHERE stream = ?");
            delete = connection.prepareStatement("DELETE FROM states WHERE stream = ?");
            deleteOf = connection.prepareStatement("DELETE FROM states WHERE subject = ?");
        }

        private void checkpoint() throws SQLException {
            Sqlite.run(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
        }
    }
}
