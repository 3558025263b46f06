package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.LogRefused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Opens {@code events.db}, but only when the log still has all that others know it had. */
final class Start {

    private static final int CACHE_KILOBYTES = 64 << 10;

    /** Ever otherwise only to show that infra/bench/sync_order.py notices when nothing is synced. */
    private static final String SYNCHRONOUS = System.getProperty("encore.sqlite.synchronous", "FULL");

    private Start() {}

    static Connection open(Path file, HeadFile headFile, SnapshotFile snapshots) throws SQLException {
        // A read-only connection changes neither file nor WAL, so what is damaged stays as it is for a rescue.
        if (Files.exists(file)) {
            try (Connection connection = Sqlite.reader(file, CACHE_KILOBYTES)) {
                mustReachWhatIsKnown(connection, headFile, snapshots);
            }
        } else {
            mustBeNew(headFile);
        }
        Connection connection = Sqlite.writer(file, SYNCHRONOUS, CACHE_KILOBYTES);
        if (isEmpty(connection)) {
            Schema.create(connection);
        }
        return connection;
    }

    private static void mustBeNew(HeadFile headFile) {
        Head known = read(headFile);
        if (known != null && known.position() > 0) {
            throw tooShort(0, known.position(), "the file " + headFile.path());
        }
    }

    private static void mustReachWhatIsKnown(Connection connection, HeadFile headFile, SnapshotFile snapshots)
            throws SQLException {
        boolean empty = isEmpty(connection);
        long head = empty
                ? 0
                : number(
                        connection,
                        "SELECT max(first + count - 1) FROM (SELECT first, count FROM"
                                + " commits ORDER BY first DESC LIMIT 1)");
        Head known = read(headFile);
        if (known != null) {
            if (known.position() > head) {
                throw tooShort(head, known.position(), "the file " + headFile.path());
            }
            if (known.position() > 0) {
                mustBeTheSame(connection, known, headFile);
            }
        }
        if (!empty) {
            try (PreparedStatement tokens = connection.prepareStatement(
                            "SELECT processor, position FROM tokens ORDER BY position DESC LIMIT 1");
                    ResultSet rows = tokens.executeQuery()) {
                if (rows.next() && rows.getLong(2) > head) {
                    throw tooShort(head, rows.getLong(2), "the token of " + rows.getString(1));
                }
            }
        }
        long reached = snapshots.reaches();
        if (reached > head) {
            throw tooShort(head, reached, "a snapshot");
        }
    }

    private static void mustBeTheSame(Connection connection, Head known, HeadFile headFile) throws SQLException {
        try (PreparedStatement commit = connection.prepareStatement(
                "SELECT head, first + count - 1 FROM commits WHERE first <= ?" + " ORDER BY first DESC LIMIT 1")) {
            commit.setLong(1, known.position());
            try (ResultSet rows = commit.executeQuery()) {
                if (!rows.next()
                        || rows.getLong(2) != known.position()
                        || !Arrays.equals(rows.getBytes(1), known.hash())) {
                    throw new LogRefused("The log at " + known.position() + " is not the one that the file "
                            + headFile.path() + " names: it was changed, or belongs to another directory.");
                }
            }
        }
    }

    private static LogRefused tooShort(long head, long known, String witness) {
        return new LogRefused("The log ends at " + head + ", but " + witness + " names " + known
                + ": events are missing, and Encore does not start over them.");
    }

    private static @Nullable Head read(HeadFile headFile) {
        try {
            return headFile.read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isEmpty(Connection connection) throws SQLException {
        return number(connection, "SELECT count(*) FROM sqlite_schema WHERE name = 'commits'") == 0;
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            Long value = Sqlite.number(query);
            return value == null ? 0 : value;
        }
    }
}
