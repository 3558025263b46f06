package encore.infra.eventstore.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Holds what lies beside the chain against its sums. Rows of before there were sums have none, and are not looked at. */
final class RowSums {

    private static final long RIGHT = Long.MIN_VALUE;
    private static final byte[] FIRST = {};

    private RowSums() {}

    /** The lowest position of a row that is not what was written, null when all are; what names none counts as at 0. */
    static @Nullable Long firstWrong(Connection connection) {
        Found found = new Found(connection);
        found.in("requests", "position, id, fingerprint, answer", "position", Long.MIN_VALUE, row -> {
            long position = row.getLong(1);
            return row.getLong(5) == RowSum.ofRequest(position, row.getBytes(2), row.getBytes(3), row.getBytes(4))
                    ? RIGHT
                    : position;
        });
        found.in("once_keys", "key, position, fingerprint, answer", "key", FIRST, row -> {
            long position = row.getLong(2);
            return row.getLong(5) == RowSum.ofOnceKey(row.getBytes(1), position, row.getString(3), row.getBytes(4))
                    ? RIGHT
                    : position;
        });
        found.in(
                "claims",
                "claim, owner",
                "claim",
                FIRST,
                row -> row.getLong(3) == RowSum.ofClaim(row.getBytes(1), row.getString(2)) ? RIGHT : 0);
        found.in(
                "tokens",
                "processor, position",
                "processor",
                "",
                row -> row.getLong(3) == RowSum.ofToken(row.getString(1), row.getLong(2)) ? RIGHT : 0);
        return found.lowest;
    }

    private static final class Found {

        private final Connection connection;
        private @Nullable Long lowest;

        private Found(Connection connection) {
            this.connection = connection;
        }

        /** @param wrong answers a position where a row is not what was written, otherwise {@link #RIGHT} */
        private void in(String table, String columns, String key, Object first, Sqlite.Work<ResultSet, Long> wrong) {
            try {
                if (!Sqlite.hasSums(connection, table)) {
                    return;
                }
            } catch (SQLException e) {
                throw new StoreFailed(e);
            }
            String sql = "SELECT %s, sum FROM %s WHERE %s > ? AND sum IS NOT NULL ORDER BY %s"
                    .formatted(columns, table, key, key);
            for (Iterator<Long> rows = new Pages<>(connection, sql, first, wrong); rows.hasNext(); ) {
                long position = rows.next();
                if (position != RIGHT && (lowest == null || position < lowest)) {
                    lowest = position;
                }
            }
        }
    }
}
