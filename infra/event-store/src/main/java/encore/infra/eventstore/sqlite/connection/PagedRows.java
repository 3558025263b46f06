package encore.infra.eventstore.sqlite.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** Iterates over rows by ascending key. It reads page by page and holds no read transaction between two pages. */
public final class PagedRows<T> implements Iterator<T> {

    private static final int PAGE = 1_000;

    private final Connection connection;
    private final String sql;
    private final Sqlite.SqlFunction<ResultSet, T> read;
    private final Queue<T> page = new ArrayDeque<>();
    private final Object[] after;
    private boolean more = true;

    /**
     * Creates an iterator over the rows after a key.
     *
     * @param after a value of the first column
     */
    public PagedRows(Connection connection, String sql, Object after, Sqlite.SqlFunction<ResultSet, T> read) {
        this(connection, sql, new Object[] {after}, read);
    }

    /**
     * Creates an iterator over the rows after a key.
     *
     * @param after values of the first columns
     */
    public PagedRows(Connection connection, String sql, Object[] after, Sqlite.SqlFunction<ResultSet, T> read) {
        this.connection = connection;
        this.sql = sql + " LIMIT " + PAGE;
        this.after = after.clone();
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
            for (int i = 0; i < after.length; i++) {
                query.setObject(i + 1, after[i]);
            }
            try (ResultSet rows = query.executeQuery()) {
                while (rows.next()) {
                    for (int i = 0; i < after.length; i++) {
                        after[i] = rows.getObject(i + 1);
                    }
                    page.add(read.on(rows));
                }
            }
            more = page.size() == PAGE;
        } catch (SQLException e) {
            throw new SqliteFailure(e);
        }
    }
}
