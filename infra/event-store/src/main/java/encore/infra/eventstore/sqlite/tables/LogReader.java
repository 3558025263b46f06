package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.EventPage;
import encore.infra.eventstore.index.IndexEntry;
import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.connection.PreparedStatements;
import encore.infra.eventstore.sqlite.connection.Sqlite;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Reads the log on one connection. Reads are short and keep no transaction open. The leaf of each event is checked. */
public final class LogReader {

    private static final String EVENT =
            "e.position, e.stream, e.sequence, e.type, e.revision, e.metadata, e.payload, e.leaf";
    private static final String COMMIT = "c.format, c.first, c.count, c.at, c.id";

    private final LogHash hash = new LogHash();
    public final LogTables.Lookups lookups;
    private final PositionIndex index;
    private final PreparedStatement events;
    private final PreparedStatement commits;
    private final PreparedStatement atPositions;
    private final PreparedStatement stream;
    private final PreparedStatement end;
    private final PreparedStatement commitAt;
    private final PreparedStatement headBefore;
    private final PreparedStatement token;

    public LogReader(Connection connection, PositionIndex index) throws SQLException {
        this.index = index;
        PreparedStatements statements = new PreparedStatements(connection);
        lookups = new LogTables.Lookups(statements, index);
        events = statements.prepare("SELECT " + EVENT
                + " FROM events e WHERE e.position > ? AND e.position <= ? ORDER BY e.position LIMIT ?");
        commits = statements.prepare("SELECT " + COMMIT + " FROM commits c"
                + " WHERE c.first >= (SELECT max(first) FROM commits WHERE first <= ?) AND c.first <= ?"
                + " ORDER BY c.first");
        // Join the positions first, in their order: neighbours are on the page that was just read.
        atPositions = statements.prepare("SELECT " + EVENT + ", " + COMMIT
                + " FROM json_each(?) p CROSS JOIN events e ON e.position = p.value CROSS JOIN commits c"
                + " ON c.first = (SELECT max(first) FROM commits WHERE first <= e.position)");
        stream = statements.prepare("SELECT " + EVENT + ", " + COMMIT
                + " FROM events e JOIN commits c ON c.first = (SELECT max(first) FROM commits WHERE first <= e.position)"
                + " WHERE e.position = ? AND e.stream = ?");
        end = statements.prepare("SELECT max(position) FROM events");
        commitAt = statements.prepare(
                "SELECT first, count, at, head FROM commits WHERE first <= ? ORDER BY first DESC LIMIT 1");
        headBefore = statements.prepare("SELECT head FROM commits WHERE first < ? ORDER BY first DESC LIMIT 1");
        token = statements.prepare("SELECT position FROM tokens WHERE processor = ?");
    }

    /**
     * Reads events after a position.
     *
     * @param types the types to read, or null for all; other events are skipped
     */
    public EventPage<StoredEvent> read(long after, long upTo, int limit, @Nullable Set<String> types)
            throws SQLException {
        return read(after, upTo, limit, types, null);
    }

    /** Reads events after a position. Events of other streams are skipped. */
    public EventPage<StoredEvent> readStreams(long after, long upTo, int limit, Predicate<String> streams)
            throws SQLException {
        return read(after, upTo, limit, null, streams);
    }

    private EventPage<StoredEvent> read(
            long after, long upTo, int limit, @Nullable Set<String> types, @Nullable Predicate<String> streams)
            throws SQLException {
        events.setLong(1, after);
        events.setLong(2, upTo);
        events.setInt(3, limit);
        commits.setLong(1, after + 1);
        commits.setLong(2, Math.min(upTo, after + limit));
        List<StoredEvent> read = new ArrayList<>();
        try (ResultSet rows = events.executeQuery();
                ResultSet owners = commits.executeQuery()) {
            LogHash.Commit commit = null;
            long end = after;
            while (rows.next()) {
                long position = rows.getLong(1);
                if (position != end + 1) {
                    throw new IllegalStateException("The log has a gap after " + end);
                }
                end = position;
                if (streams != null && !streams.test(rows.getString(2))) {
                    continue;
                }
                String type = rows.getString(4);
                if (types != null && !types.contains(type)) {
                    continue;
                }
                while (commit == null || position >= commit.first() + commit.count()) {
                    if (!owners.next()) {
                        throw new IllegalStateException("The event at " + position + " belongs to no commit");
                    }
                    commit = commit(owners, 1);
                }
                read.add(event(rows, type, commit));
            }
            return new EventPage<>(read, end);
        }
    }

    /** @param types the types to read, or null for all; other events are skipped */
    public List<StoredEvent> readAt(List<Long> positions, @Nullable Set<String> types) throws SQLException {
        atPositions.setString(1, positions.toString());
        List<StoredEvent> read = new ArrayList<>(positions.size());
        try (ResultSet rows = atPositions.executeQuery()) {
            while (rows.next()) {
                String type = rows.getString(4);
                if (types == null || types.contains(type)) {
                    read.add(event(rows, type, commit(rows, 9)));
                }
            }
        }
        return read;
    }

    /**
     * Reads events of a stream, up to the end that the file has when the read begins, because later events may become
     * visible between two rows. The writer's head would be a wrong limit: it moves a moment later, and a caller who has
     * seen a claim in the file must find the stream that holds it.
     */
    public List<StoredEvent> readStream(String name, long fromSequence, int limit) throws SQLException {
        long upTo = end();
        List<StoredEvent> read = new ArrayList<>();
        IndexEntry next = new IndexEntry(hash.stream(name), fromSequence, 0);
        List<IndexEntry> found;
        do {
            found = index.from(next, limit);
            for (IndexEntry indexEntry : found) {
                if (indexEntry.position() <= upTo && read.size() < limit) {
                    readOne(name, indexEntry, read);
                }
            }
            if (!found.isEmpty()) {
                IndexEntry last = found.getLast();
                next = new IndexEntry(last.high(), last.low(), last.position() + 1);
            }
        } while (read.size() < limit && found.size() == limit);
        return read;
    }

    private long end() throws SQLException {
        try (ResultSet rows = end.executeQuery()) {
            return rows.next() ? rows.getLong(1) : 0;
        }
    }

    private void readOne(String name, IndexEntry indexEntry, List<StoredEvent> read) throws SQLException {
        stream.setLong(1, indexEntry.position());
        stream.setString(2, name);
        try (ResultSet rows = stream.executeQuery()) {
            if (rows.next() && rows.getLong(3) == indexEntry.low()) {
                read.add(event(rows, rows.getString(4), commit(rows, 9)));
            }
        }
    }

    private static LogHash.Commit commit(ResultSet rows, int column) throws SQLException {
        return new LogHash.Commit(
                rows.getLong(column),
                rows.getLong(column + 1),
                rows.getLong(column + 2),
                rows.getLong(column + 3),
                rows.getBytes(column + 4));
    }

    private StoredEvent event(ResultSet rows, String type, LogHash.Commit commit) throws SQLException {
        long position = rows.getLong(1);
        StoredEvent event = new StoredEvent(
                position,
                commit.id(),
                (int) (position - commit.first()),
                commit.at(),
                rows.getString(2),
                rows.getLong(3),
                type,
                rows.getString(5),
                rows.getBytes(6),
                rows.getBytes(7));
        if (!Arrays.equals(hash.leaf(commit, event), rows.getBytes(8))) {
            throw new IllegalStateException("The event at " + position + " is not the one that was appended");
        }
        return event;
    }

    /** Finds the last position up to a time by binary search. Times increase with positions, so no index is needed. */
    public long positionAt(long epochMillis, long head) throws SQLException {
        long found = 0;
        long low = 1;
        long high = head;
        while (low <= high) {
            commitAt.setLong(1, low + (high - low) / 2);
            try (ResultSet rows = commitAt.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("The log has no commit at 1");
                }
                long first = rows.getLong(1);
                long last = first + rows.getLong(2) - 1;
                if (rows.getLong(3) <= epochMillis) {
                    found = last;
                    low = last + 1;
                } else {
                    high = first - 1;
                }
            }
        }
        return found;
    }

    /** Returns the end of the commit that contains a position. */
    public LogHead commitAt(long position) throws SQLException {
        commitAt.setLong(1, position);
        try (ResultSet rows = commitAt.executeQuery()) {
            return rows.next()
                    ? new LogHead(rows.getLong(1) + rows.getLong(2) - 1, rows.getBytes(4), rows.getLong(3))
                    : LogHead.EMPTY;
        }
    }

    public byte[] headBefore(long first) throws SQLException {
        headBefore.setLong(1, first);
        try (ResultSet rows = headBefore.executeQuery()) {
            return rows.next() ? rows.getBytes(1) : LogHash.genesis();
        }
    }

    public OptionalLong token(String processor) throws SQLException {
        token.setString(1, processor);
        Long position = Sqlite.queryLong(token);
        return position == null ? OptionalLong.empty() : OptionalLong.of(position);
    }
}
