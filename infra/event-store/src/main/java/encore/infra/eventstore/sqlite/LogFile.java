package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.LogVerifier;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** An {@code events.db} to be verified, also while Encore writes to it: pages are short, and it ends where it ended at first. */
public final class LogFile implements LogVerifier.Rows, AutoCloseable {

    private static final int CACHE_KILOBYTES = 8 << 10;
    private static final int PAGE = 1_000;
    private static final String NO_COMMIT_ENDS = "NOT EXISTS (SELECT 1 FROM commits WHERE"
            + " first = (SELECT max(first) FROM commits WHERE first <= position) AND first + count - 1 = position)";

    private final Connection connection;
    private final long lastCommit;
    private final long lastEvent;

    private LogFile(Connection connection) throws SQLException {
        this.connection = connection;
        try (PreparedStatement ends = connection.prepareStatement(
                        "SELECT (SELECT max(first) FROM commits), (SELECT max(position) FROM events)");
                ResultSet row = ends.executeQuery()) {
            row.next();
            lastCommit = row.getLong(1);
            lastEvent = row.getLong(2);
        }
    }

    public static LogFile open(Path file) {
        try {
            return new LogFile(Sqlite.reader(file, CACHE_KILOBYTES));
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    /** The head that the file {@code head} of a data directory knows of; null when there is none. */
    public static LogVerifier.@Nullable Known headOf(Path directory) throws IOException {
        Head known = HeadFile.in(directory).read();
        return known == null || known.position() == 0 ? null : new LogVerifier.Known(known.position(), known.hash());
    }

    @Override
    public long last() {
        return lastEvent;
    }

    @Override
    public Iterator<LogVerifier.Commit> commits() {
        return new Pages<>(
                "SELECT first, format, count, at, id, head FROM commits WHERE first > ? AND first <= ? ORDER BY first",
                lastCommit,
                row -> new LogVerifier.Commit(
                        new LogHash.Commit(
                                row.getLong(2), row.getLong(1), row.getLong(3), row.getLong(4), row.getBytes(5)),
                        row.getBytes(6)));
    }

    /** Texts are asked for as bytes: what is no UTF-8 would not come back as it was. */
    @Override
    public Iterator<LogVerifier.Event> events() {
        return new Pages<>(
                "SELECT position, CAST(stream AS BLOB), sequence, CAST(type AS BLOB), CAST(revision AS BLOB),"
                        + " metadata, payload, leaf FROM events WHERE position > ? AND position <= ? ORDER BY position",
                lastEvent,
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
        try (PreparedStatement query = connection.prepareStatement("SELECT min(position) FROM ("
                + "SELECT position FROM requests WHERE length(id) <> 32 OR length(fingerprint) <> 32 OR "
                + NO_COMMIT_ENDS + " UNION ALL SELECT position FROM once_keys WHERE length(key) <> 16 OR "
                + NO_COMMIT_ENDS + ")")) {
            return Sqlite.number(query);
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    /** Rows by ascending key, a page at a time, nothing held between. */
    private final class Pages<T> implements Iterator<T> {

        private final String sql;
        private final long end;
        private final Sqlite.Work<ResultSet, T> read;
        private final Queue<T> page = new ArrayDeque<>();
        private long after = Long.MIN_VALUE;
        private boolean more = true;

        private Pages(String sql, long end, Sqlite.Work<ResultSet, T> read) {
            this.sql = sql + " LIMIT " + PAGE;
            this.end = end;
            this.read = read;
        }

        @Override
        public boolean hasNext() {
            if (page.isEmpty() && more) {
                fill();
            }
            return !page.isEmpty();
        }

        @Override
        public T next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            return page.remove();
        }

        private void fill() {
            try (PreparedStatement query = connection.prepareStatement(sql)) {
                query.setLong(1, after);
                query.setLong(2, end);
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        after = rows.getLong(1);
                        page.add(read.on(rows));
                    }
                }
                more = page.size() == PAGE;
            } catch (SQLException e) {
                throw new StoreFailed(e);
            }
        }
    }
}
