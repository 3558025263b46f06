package encore.infra.eventstore.sqlite;

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
final class RowSums {

    private static final long RIGHT = Long.MIN_VALUE;
    private static final byte[] FIRST = {};

    private RowSums() {}

    /** Returns the lowest position of a damaged row, null when there is none. A row without a position counts as 0. */
    static @Nullable Long firstWrong(Connection connection) {
        Found found = new Found(connection);
        found.in("requests", "position, id, fingerprint, answer", new Object[] {Long.MIN_VALUE}, row -> {
            long position = row.getLong(1);
            return row.getLong(5) == RowSum.ofRequest(position, row.getBytes(2), row.getBytes(3), row.getBytes(4))
                    ? RIGHT
                    : position;
        });
        if (byPosition(connection)) {
            found.in("once_keys", "position, key, fingerprint, answer", new Object[] {Long.MIN_VALUE, FIRST}, row -> {
                long position = row.getLong(1);
                return ofKey(row, row.getBytes(2), position);
            });
        } else {
            found.in("once_keys", "key, position, fingerprint, answer", new Object[] {FIRST}, row -> {
                long position = row.getLong(2);
                return ofKey(row, row.getBytes(1), position);
            });
        }
        found.in(
                "claims",
                "claim, owner",
                new Object[] {FIRST},
                row -> row.getLong(3) == RowSum.ofClaim(row.getBytes(1), row.getString(2)) ? RIGHT : 0);
        found.in(
                "tokens",
                "processor, position",
                new Object[] {""},
                row -> row.getLong(3) == RowSum.ofToken(row.getString(1), row.getLong(2)) ? RIGHT : 0);
        return found.lowest;
    }

    private static long ofKey(ResultSet row, byte[] key, long position) throws SQLException {
        return row.getLong(5) == RowSum.ofOnceKey(key, position, row.getString(3), row.getBytes(4)) ? RIGHT : position;
    }

    /** Returns whether once-keys are sorted by position; in older logs they are sorted by key. */
    private static boolean byPosition(Connection connection) {
        try {
            return Schema.hasKeysByPosition(connection);
        } catch (SQLException e) {
            throw new StoreFailed(e);
        }
    }

    private static final class Found {

        private final Connection connection;
        private @Nullable Long lowest;

        private Found(Connection connection) {
            this.connection = connection;
        }

        /**
         * Checks all rows of a table.
         *
         * @param columns the columns to read, those of the primary key first
         * @param after a value that is less than every key
         * @param wrong returns the position of a damaged row, otherwise {@link #RIGHT}
         */
        private void in(String table, String columns, Object[] after, Sqlite.Work<ResultSet, Long> wrong) {
            try {
                if (!Sqlite.hasSums(connection, table)) {
                    return;
                }
            } catch (SQLException e) {
                throw new StoreFailed(e);
            }
            String key = String.join(", ", List.of(columns.split(", ", -1)).subList(0, after.length));
            String sql = "SELECT %s, sum FROM %s WHERE (%s) > (%s) AND sum IS NOT NULL ORDER BY %s"
                    .formatted(columns, table, key, String.join(", ", Collections.nCopies(after.length, "?")), key);
            for (Iterator<Long> rows = new Pages<>(connection, sql, after, wrong); rows.hasNext(); ) {
                long position = rows.next();
                if (position != RIGHT && (lowest == null || position < lowest)) {
                    lowest = position;
                }
            }
        }
    }
}
