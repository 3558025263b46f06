package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.sidetables.SideTableRows;
import encore.infra.eventstore.sqlite.connection.PagedRows;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import encore.infra.eventstore.verify.LogVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads an {@code events.db} to verify it, also while Encore writes to it. It reads short pages, up to the end that the
 * log had when it was opened.
 */
public final class LogFileRows implements SideTableRows, AutoCloseable {

    private static final int CACHE_KILOBYTES = 8 << 10;
    private static final String NO_COMMIT_ENDS = "NOT EXISTS (SELECT 1 FROM commits WHERE"
            + " first = (SELECT max(first) FROM commits WHERE first <= position) AND first + count - 1 = position)";

    private final Connection connection;
    private final long lastCommit;
    private final long lastEvent;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();

    private LogFileRows(Connection connection) throws SQLException {
        this.connection = connection;
        try (PreparedStatement ends = connection.prepareStatement(
                        "SELECT (SELECT max(first) FROM commits), (SELECT max(position) FROM events)");
                ResultSet row = ends.executeQuery()) {
            row.next();
            lastCommit = row.getLong(1);
            lastEvent = row.getLong(2);
        }
    }

    public static LogFileRows open(Path file) {
        try {
            return new LogFileRows(Sqlite.reader(file, CACHE_KILOBYTES));
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    /** Returns the head in the file {@code head} of a data directory; null when there is none. */
    public static LogVerifier.@Nullable Known knownHeadOf(Path directory) throws IOException {
        return HeadFile.in(directory).knownHead();
    }

    @Override
    public long last() {
        return lastEvent;
    }

    @Override
    public Iterator<LogVerifier.Commit> commits() {
        return new PagedRows<>(
                connection,
                "SELECT first, format, count, at, id, head FROM commits WHERE first > ? AND first <= " + lastCommit
                        + " ORDER BY first",
                Long.MIN_VALUE,
                row -> new LogVerifier.Commit(
                        new LogHash.Commit(
                                row.getLong(2), row.getLong(1), row.getLong(3), row.getLong(4), row.getBytes(5)),
                        row.getBytes(6)));
    }

    /** Reads texts as bytes, because invalid UTF-8 would be changed. */
    @Override
    public Iterator<LogVerifier.Event> events() {
        return new PagedRows<>(
                connection,
                "SELECT position, CAST(stream AS BLOB), sequence, CAST(type AS BLOB), CAST(revision AS BLOB),"
                        + " metadata, payload, leaf FROM events WHERE position > ? AND position <= " + lastEvent
                        + " ORDER BY position",
                Long.MIN_VALUE,
                row -> new LogVerifier.Event(
                        row.getLong(1),
                        row.getBytes(2),
                        row.getLong(3),
                        row.getBytes(4),
                        row.getBytes(5),
                        row.getBytes(6),
                        row.getBytes(7),
                        row.getBytes(8)));
    }

    @Override
    public @Nullable Long unfounded() {
        Long impossible = firstMalformed();
        Long damaged = RowChecksumCheck.firstWrong(connection);
        if (impossible == null || damaged == null) {
            return impossible == null ? damaged : impossible;
        }
        return Math.min(impossible, damaged);
    }

    private @Nullable Long firstMalformed() {
        try (PreparedStatement query = connection.prepareStatement("SELECT min(position) FROM ("
                + "SELECT position FROM requests WHERE length(id) <> 32 OR length(fingerprint) <> 32 OR "
                + NO_COMMIT_ENDS + " UNION ALL SELECT position FROM once_keys WHERE length(key) <> 16 OR "
                + NO_COMMIT_ENDS + ")")) {
            return Sqlite.queryLong(query);
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public @Nullable RememberedAnswer rememberedAnswer(LogVerifier.Commit commit) {
        long last = commit.columns().first() + commit.columns().count() - 1;
        return queryOne(
                "SELECT id, fingerprint, answer FROM requests WHERE position = ?",
                query -> query.setLong(1, last),
                row -> new RememberedAnswer(
                        new RequestIdentity(row.getBytes(1), row.getBytes(2)), last, row.getBytes(3)));
    }

    @Override
    public @Nullable StoredOnceKey onceKey(LogVerifier.Commit commit, byte[] hash) {
        long last = commit.columns().first() + commit.columns().count() - 1;
        return queryOne(
                "SELECT fingerprint, answer FROM once_keys WHERE position = ? AND key = ?",
                query -> {
                    query.setLong(1, last);
                    query.setBytes(2, hash);
                },
                row -> new StoredOnceKey(last, hash, row.getString(1), row.getBytes(2)));
    }

    private <T> @Nullable T queryOne(
            String sql, Sqlite.SqlAction<PreparedStatement> ask, Sqlite.SqlFunction<ResultSet, T> read) {
        try {
            PreparedStatement query = prepared.get(sql);
            if (query == null) {
                query = connection.prepareStatement(sql);
                prepared.put(sql, query);
            }
            ask.on(query);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? read.on(rows) : null;
            }
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public long keyCount() {
        Long count = queryOne(
                "SELECT count(*) FROM once_keys WHERE position <= ?",
                query -> query.setLong(1, lastEvent),
                row -> row.getLong(1));
        return count == null ? 0 : count;
    }

    /**
     * Searches for once-keys that are stored twice, because no index prevents them. Sorts in files, because there may
     * be more keys than fit in memory.
     */
    @Override
    public @Nullable Long firstDuplicateOnceKey() {
        try {
            Sqlite.run(connection, "PRAGMA temp_store = FILE");
            try (PreparedStatement query = connection.prepareStatement("SELECT min(position) FROM (SELECT position,"
                    + " row_number() OVER (PARTITION BY key ORDER BY position) AS time FROM once_keys"
                    + " WHERE position <= " + lastEvent + ") WHERE time = 2")) {
                return Sqlite.queryLong(query);
            }
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public Iterator<StoredOnceKey> onceKeys() {
        String until = " AND position <= " + lastEvent + " ORDER BY ";
        // In the order of the table's primary key, which in older logs is the key alone.
        return hasOnceKeysByPosition()
                ? new PagedRows<>(
                        connection,
                        "SELECT position, key, fingerprint, answer FROM once_keys WHERE (position, key) > (?, ?)"
                                + until + "position, key",
                        new Object[] {Long.MIN_VALUE, new byte[0]},
                        row -> new StoredOnceKey(row.getLong(1), row.getBytes(2), row.getString(3), row.getBytes(4)))
                : new PagedRows<>(
                        connection,
                        "SELECT key, position, fingerprint, answer FROM once_keys WHERE key > ?" + until + "key",
                        new byte[0],
                        row -> new StoredOnceKey(row.getLong(2), row.getBytes(1), row.getString(3), row.getBytes(4)));
    }

    private boolean hasOnceKeysByPosition() {
        try {
            return LogSchema.hasOnceKeysByPosition(connection);
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    @Override
    public Iterator<OwnedClaim> claims() {
        return new PagedRows<>(
                connection,
                "SELECT claim, owner FROM claims WHERE claim > ? ORDER BY claim",
                new byte[0],
                row -> new OwnedClaim(row.getBytes(1), row.getString(2)));
    }

    @Override
    public Set<String> streamsChangedSince() {
        Set<String> moved = new HashSet<>();
        new PagedRows<>(
                        connection,
                        "SELECT position, stream FROM events WHERE position > ? ORDER BY position",
                        lastEvent,
                        row -> row.getString(2))
                .forEachRemaining(moved::add);
        return moved;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }
}
