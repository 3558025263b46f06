package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.sqlite.connection.PagedRows;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import encore.infra.eventstore.sqlite.connection.SqliteFailure;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks the rows of the side tables against their checksums. Rows of older builds have no checksum and are skipped.
 */
final class RowChecksumCheck {

    private static final long NONE = Long.MIN_VALUE;
    private static final byte[] LEAST_KEY = {};

    private RowChecksumCheck() {}

    /** Returns the lowest position of a damaged row, null when there is none. A row without a position counts as 0. */
    static @Nullable Long firstWrong(Connection connection) {
        LowestWrongRow lowestWrongRow = new LowestWrongRow(connection);
        lowestWrongRow.scan("requests", "position, id, fingerprint, answer", new Object[] {Long.MIN_VALUE}, row -> {
            long position = row.getLong(1);
            return row.getLong(5) == RowChecksum.ofRequest(position, row.getBytes(2), row.getBytes(3), row.getBytes(4))
                    ? NONE
                    : position;
        });
        if (byPosition(connection)) {
            lowestWrongRow.scan(
                    "once_keys",
                    "position, key, fingerprint, answer",
                    new Object[] {Long.MIN_VALUE, LEAST_KEY},
                    row -> {
                        long position = row.getLong(1);
                        return ofKey(row, row.getBytes(2), position);
                    });
        } else {
            lowestWrongRow.scan("once_keys", "key, position, fingerprint, answer", new Object[] {LEAST_KEY}, row -> {
                long position = row.getLong(2);
                return ofKey(row, row.getBytes(1), position);
            });
        }
        lowestWrongRow.scan(
                "claims",
                "claim, owner",
                new Object[] {LEAST_KEY},
                row -> row.getLong(3) == RowChecksum.ofClaim(row.getBytes(1), row.getString(2)) ? NONE : 0);
        lowestWrongRow.scan(
                "tokens",
                "processor, position",
                new Object[] {""},
                row -> row.getLong(3) == RowChecksum.ofToken(row.getString(1), row.getLong(2)) ? NONE : 0);
        return lowestWrongRow.lowest;
    }

    private static long ofKey(ResultSet row, byte[] key, long position) throws SQLException {
        return row.getLong(5) == RowChecksum.ofOnceKey(key, position, row.getString(3), row.getBytes(4))
                ? NONE
                : position;
    }

    /** Returns whether once-keys are sorted by position; in older logs they are sorted by key. */
    private static boolean byPosition(Connection connection) {
        try {
            return LogSchema.hasOnceKeysByPosition(connection);
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }

    private static final class LowestWrongRow {

        private final Connection connection;
        private @Nullable Long lowest;

        private LowestWrongRow(Connection connection) {
            this.connection = connection;
        }

        /**
         * Checks all rows of a table.
         *
         * @param columns the columns to read, those of the primary key first
         * @param after a value that is less than every key
         * @param wrong returns the position of a damaged row, otherwise {@link #NONE}
         */
        private void scan(String table, String columns, Object[] after, Sqlite.SqlFunction<ResultSet, Long> wrong) {
            try {
                if (!Sqlite.hasChecksums(connection, table)) {
                    return;
                }
            } catch (SQLException e) {
                throw new SqliteFailure(e);
            }
            String key = String.join(", ", List.of(columns.split(", ", -1)).subList(0, after.length));
            String sql = "SELECT %s, sum FROM %s WHERE (%s) > (%s) AND sum IS NOT NULL ORDER BY %s"
                    .formatted(columns, table, key, String.join(", ", Collections.nCopies(after.length, "?")), key);
            for (Iterator<Long> rows = new PagedRows<>(connection, sql, after, wrong); rows.hasNext(); ) {
                long position = rows.next();
                if (position != NONE && (lowest == null || position < lowest)) {
                    lowest = position;
                }
            }
        }
    }
}
