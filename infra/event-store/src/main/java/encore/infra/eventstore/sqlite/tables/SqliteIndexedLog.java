package encore.infra.eventstore.sqlite.tables;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import encore.infra.eventstore.index.IndexedLog;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Reads the rows from which the index is made: events by stream and sequence, requests by id, once-keys by key. */
public final class SqliteIndexedLog implements IndexedLog, AutoCloseable {

    private static final int CACHE_KILOBYTES = 1_024;
    private static final int KEY_BYTES = 2 * Long.BYTES;

    /** Used under the lock of this object, because one hash serves one thread at a time. */
    private final LogHash hash = new LogHash();

    @GuardedBy("this")
    private final Connection connection;

    public SqliteIndexedLog(Path file) throws SQLException {
        this.connection = Sqlite.reader(file, CACHE_KILOBYTES);
    }

    /**
     * Returns the upper half of the key of a request or a once-key. A key that is too short is damaged; it is padded.
     */
    public static long upperHalf(byte[] key) {
        return ByteBuffer.wrap(Arrays.copyOf(key, KEY_BYTES)).getLong();
    }

    /** Returns the lower half of such a key. */
    static long lowerHalf(byte[] key) {
        return ByteBuffer.wrap(Arrays.copyOf(key, KEY_BYTES)).getLong(Long.BYTES);
    }

    @Override
    public synchronized byte[] headAt(long position) throws SQLException {
        try (PreparedStatement query =
                connection.prepareStatement("SELECT head FROM commits WHERE first <= ? ORDER BY first DESC LIMIT 1")) {
            query.setLong(1, position);
            try (ResultSet rows = query.executeQuery()) {
                return rows.next() ? rows.getBytes(1) : LogHash.genesis();
            }
        }
    }

    @Override
    public synchronized void entries(long first, long last, Sink sink) throws SQLException {
        forEachRow(
                "SELECT position, stream, sequence FROM events",
                first,
                last,
                row -> sink.add(hash.stream(row.getString(2)), row.getLong(3), row.getLong(1)));
        for (String keys : new String[] {"SELECT position, id FROM requests", "SELECT position, key FROM once_keys"}) {
            forEachRow(keys, first, last, row -> {
                byte[] key = row.getBytes(2);
                sink.add(upperHalf(key), lowerHalf(key), row.getLong(1));
            });
        }
    }

    @GuardedBy("this")
    private void forEachRow(String sql, long first, long last, Sqlite.SqlAction<ResultSet> sqlAction)
            throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql + " WHERE position BETWEEN ? AND ?")) {
            query.setLong(1, first);
            query.setLong(2, last);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    sqlAction.on(rows);
                }
            }
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
