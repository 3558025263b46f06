package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.index.IndexedLog;
import encore.infra.eventstore.log.LogHash;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;

/** Reads the rows from which the index is made: events by stream and sequence, requests by id, once-keys by key. */
final class IndexRows implements IndexedLog, AutoCloseable {

    private static final int CACHE_KILOBYTES = 1_024;
    private static final int FOUND_BY = 2 * Long.BYTES;

    private final LogHash hash = new LogHash();
    private final Connection connection;

    IndexRows(Path file) throws SQLException {
        this.connection = Sqlite.reader(file, CACHE_KILOBYTES);
    }

    /**
     * Returns the upper half of the key of a request or a once-key. A key that is too short is damaged; it is padded.
     */
    static long high(byte[] key) {
        return ByteBuffer.wrap(Arrays.copyOf(key, FOUND_BY)).getLong();
    }

    /** Returns the lower half of such a key. */
    static long low(byte[] key) {
        return ByteBuffer.wrap(Arrays.copyOf(key, FOUND_BY)).getLong(Long.BYTES);
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
        each(
                "SELECT position, stream, sequence FROM events",
                first,
                last,
                row -> sink.add(hash.stream(row.getString(2)), row.getLong(3), row.getLong(1)));
        for (String keys : new String[] {"SELECT position, id FROM requests", "SELECT position, key FROM once_keys"}) {
            each(keys, first, last, row -> {
                byte[] key = row.getBytes(2);
                sink.add(high(key), low(key), row.getLong(1));
            });
        }
    }

    private void each(String sql, long first, long last, Sqlite.Step<ResultSet> step) throws SQLException {
        try (PreparedStatement query = connection.prepareStatement(sql + " WHERE position BETWEEN ? AND ?")) {
            query.setLong(1, first);
            query.setLong(2, last);
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    step.on(rows);
                }
            }
        }
    }

    @Override
    public synchronized void close() throws SQLException {
        connection.close();
    }
}
