package encore.infra.eventstore.sqlite.tables;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.StreamHead;
import encore.infra.eventstore.log.commit.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.commit.AppendFailure.OnceKeyTaken;
import encore.infra.eventstore.log.commit.AppendFailure.PredecessorMissing;
import encore.infra.eventstore.log.commit.AppendFailure.RequestAnswered;
import encore.infra.eventstore.log.commit.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.commit.NewCommit;
import encore.infra.eventstore.log.commit.NewCommit.NewAnswer;
import encore.infra.eventstore.log.commit.NewCommit.NewEvent;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.NewCommit.Predecessor;
import encore.infra.eventstore.log.commit.OnceKey;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.log.commit.RequestIdentity;
import encore.infra.eventstore.log.commit.StoredEvent;
import encore.infra.eventstore.sqlite.connection.PreparedStatements;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Checks a commit and writes it into the tables. Used by the writer's thread only. */
public final class LogTables implements AutoCloseable {

    private static final int CACHED_STREAMS = 65_536;

    private final LogHash hash = new LogHash();
    private final PositionIndex index;
    private final PreparedStatements statements;
    private final Lookups lookups;
    private final PreparedStatement begin;
    private final PreparedStatement commit;
    private final PreparedStatement insertCommit;
    private final PreparedStatement insertEvent;
    private final PreparedStatement insertRequest;
    private final PreparedStatement insertKey;
    private final PreparedStatement insertClaim;
    private final PreparedStatement deleteClaim;

    /**
     * The last events of streams in the open transaction. An append to a cached stream needs no look-up in the index.
     */
    private final Map<String, StreamEnd> ends = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, StreamEnd> eldest) {
            return size() > CACHED_STREAMS;
        }
    };

    private record StreamEnd(long sequence, byte[] commit) {}

    public LogTables(Connection connection, PositionIndex index) throws SQLException {
        this.index = index;
        statements = new PreparedStatements(connection);
        lookups = new Lookups(statements, index);
        begin = statements.prepare("BEGIN IMMEDIATE");
        commit = statements.prepare("COMMIT");
        insertCommit = statements.prepare(
                "INSERT INTO commits (first, count, at, format, id, head) VALUES (?, ?, ?, ?, ?, ?)");
        insertEvent = statements.prepare(
                "INSERT INTO events (position, stream, sequence, type, revision, metadata, payload, leaf)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        insertRequest = statements.prepare(
                "INSERT INTO requests (position, id, fingerprint, answer, sum) VALUES (?, ?, ?, ?, ?)");
        insertKey = statements.prepare(
                "INSERT INTO once_keys (key, position, fingerprint, answer, sum) VALUES (?, ?, ?, ?, ?)");
        insertClaim =
                statements.prepare("INSERT INTO claims (claim, owner, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
        deleteClaim = statements.prepare("DELETE FROM claims WHERE claim = ? AND owner = ?");
    }

    /** Reads the end of the log. */
    public static LogHead head(Connection connection) throws SQLException {
        try (PreparedStatement head = connection.prepareStatement(
                        "SELECT first + count - 1, head, at FROM commits ORDER BY first DESC LIMIT 1");
                ResultSet rows = head.executeQuery()) {
            return rows.next() ? new LogHead(rows.getLong(1), rows.getBytes(2), rows.getLong(3)) : LogHead.EMPTY;
        }
    }

    /** Closes the statements, which a failure has made unusable. */
    @Override
    public void close() {
        statements.close();
    }

    public void begin() throws SQLException {
        begin.executeUpdate();
    }

    public void commit() throws SQLException {
        commit.executeUpdate();
    }

    /**
     * Writes a commit after a head. If a check fails, throws and writes nothing of the commit.
     *
     * @return the new head
     */
    public LogHead append(NewCommit commit, LogHead logHead, long now, Consumer<StoredEvent> written)
            throws SQLException {
        requirePredecessor(commit.predecessor());
        requireNextSequences(commit.events());
        requireFreeClaims(commit);
        requireUnusedKeys(commit);
        long position = logHead.position() + commit.events().size();
        saveAnswer(commit.request(), position);
        saveOnceKeys(commit.onceKeys(), position);
        saveClaims(commit);
        return insert(commit, logHead, Math.max(now, logHead.at()), written);
    }

    private void requireNextSequences(List<NewEvent> events) throws SQLException {
        if (events.isEmpty()) {
            throw new IllegalArgumentException("A commit has at least one event");
        }
        for (int i = 0; i < events.size(); i++) {
            NewEvent event = events.get(i);
            if (event.sequence() != lastSequence(events, i) + 1) {
                throw new SequenceTaken(event.stream(), event.sequence());
            }
        }
    }

    private long lastSequence(List<NewEvent> events, int before) throws SQLException {
        String stream = events.get(before).stream();
        for (int i = before - 1; i >= 0; i--) {
            if (events.get(i).stream().equals(stream)) {
                return events.get(i).sequence();
            }
        }
        StreamEnd known = ends.get(stream);
        return known != null ? known.sequence() : lookups.lastSequence(stream);
    }

    /**
     * Checks the predecessor. If it is not cached any more, it is old: the command is decided again on durable events.
     */
    private void requirePredecessor(@Nullable Predecessor predecessor) {
        if (predecessor != null) {
            StreamEnd known = ends.get(predecessor.stream());
            if (known == null || !Arrays.equals(known.commit(), predecessor.commit())) {
                throw new PredecessorMissing(predecessor.stream());
            }
        }
    }

    /**
     * Checks that request and once-keys are unused. Only this thread adds keys, so a key that is not indexed is unused.
     */
    private void requireUnusedKeys(NewCommit commit) throws SQLException {
        NewAnswer request = commit.request();
        RememberedAnswer answer =
                request == null ? null : lookups.request(request.key().id());
        if (answer != null) {
            throw new RequestAnswered(answer);
        }
        Set<String> own = new HashSet<>();
        for (OnceKey key : commit.onceKeys()) {
            if (!own.add(key.key()) || lookups.onceKey(key.key()) != null) {
                throw new OnceKeyTaken(key.key());
            }
        }
    }

    private void saveAnswer(@Nullable NewAnswer request, long position) throws SQLException {
        if (request == null) {
            return;
        }
        byte[] id = request.key().id();
        insertRequest.setLong(1, position);
        insertRequest.setBytes(2, id);
        insertRequest.setBytes(3, request.key().fingerprint());
        insertRequest.setBytes(4, request.answer());
        insertRequest.setLong(
                5, RowChecksum.ofRequest(position, id, request.key().fingerprint(), request.answer()));
        insertRequest.executeUpdate();
        index.add(SqliteIndexedLog.upperHalf(id), SqliteIndexedLog.lowerHalf(id), position);
    }

    private void saveOnceKeys(List<OnceKey> keys, long position) throws SQLException {
        for (OnceKey key : keys) {
            byte[] hashed = hash.onceKey(key.key());
            insertKey.setBytes(1, hashed);
            insertKey.setLong(2, position);
            insertKey.setString(3, key.fingerprint());
            insertKey.setBytes(4, key.answer());
            insertKey.setLong(5, RowChecksum.ofOnceKey(hashed, position, key.fingerprint(), key.answer()));
            insertKey.executeUpdate();
            index.add(SqliteIndexedLog.upperHalf(hashed), SqliteIndexedLog.lowerHalf(hashed), position);
        }
    }

    private void requireFreeClaims(NewCommit commit) throws SQLException {
        for (OwnedClaim wanted : commit.taken()) {
            String owner = lookups.claimOwner(wanted.claim());
            boolean held = owner != null
                    && !owner.equals(wanted.owner())
                    && commit.released().stream().noneMatch(released -> same(released, wanted.claim(), owner));
            boolean contested = commit.taken().stream()
                    .anyMatch(other -> Arrays.equals(other.claim(), wanted.claim())
                            && !other.owner().equals(wanted.owner()));
            if (held || contested) {
                throw new ClaimTaken();
            }
        }
    }

    private static boolean same(OwnedClaim ownedClaim, byte[] claim, String owner) {
        return Arrays.equals(ownedClaim.claim(), claim) && ownedClaim.owner().equals(owner);
    }

    private LogHead insert(NewCommit commit, LogHead logHead, long at, Consumer<StoredEvent> written)
            throws SQLException {
        List<StoredEvent> events = commit.toStoredEvents(logHead.position() + 1, at);
        LogHash.Commit columns =
                new LogHash.Commit(LogHash.FORMAT, logHead.position() + 1, events.size(), at, commit.id());
        byte[] chained = logHead.hash();
        for (StoredEvent event : events) {
            byte[] leaf = hash.leaf(columns, event);
            chained = hash.head(chained, leaf);
            insert(event, leaf);
            ends.put(event.stream(), new StreamEnd(event.sequence(), commit.id()));
            written.accept(event);
        }
        insertCommit.setLong(1, columns.first());
        insertCommit.setLong(2, columns.count());
        insertCommit.setLong(3, at);
        insertCommit.setLong(4, columns.format());
        insertCommit.setBytes(5, commit.id());
        insertCommit.setBytes(6, chained);
        insertCommit.executeUpdate();
        return new LogHead(logHead.position() + events.size(), chained, at);
    }

    private void insert(StoredEvent event, byte[] leaf) throws SQLException {
        insertEvent.setLong(1, event.position());
        insertEvent.setString(2, event.stream());
        insertEvent.setLong(3, event.sequence());
        insertEvent.setString(4, event.type());
        insertEvent.setString(5, event.revision());
        insertEvent.setBytes(6, event.metadata());
        insertEvent.setBytes(7, event.payload());
        insertEvent.setBytes(8, leaf);
        insertEvent.executeUpdate();
        index.add(hash.stream(event.stream()), event.sequence(), event.position());
    }

    private void saveClaims(NewCommit commit) throws SQLException {
        for (OwnedClaim released : commit.released()) {
            deleteClaim.setBytes(1, released.claim());
            deleteClaim.setString(2, released.owner());
            deleteClaim.executeUpdate();
        }
        for (OwnedClaim taken : commit.taken()) {
            insertClaim.setBytes(1, taken.claim());
            insertClaim.setString(2, taken.owner());
            insertClaim.setLong(3, RowChecksum.ofClaim(taken.claim(), taken.owner()));
            insertClaim.executeUpdate();
        }
    }

    /** Look-ups by key, for the writer and for readers. Used by the connection's thread only. */
    public static final class Lookups {

        private final LogHash hash = new LogHash();
        private final PositionIndex index;
        private final PreparedStatement ofStream;
        private final PreparedStatement request;
        private final PreparedStatement onceKey;
        private final PreparedStatement claim;

        Lookups(PreparedStatements statements, PositionIndex index) throws SQLException {
            this.index = index;
            ofStream = statements.prepare("SELECT sequence, type FROM events WHERE position = ? AND stream = ?");
            request = statements.prepare("SELECT id, fingerprint, answer FROM requests WHERE position = ?");
            onceKey = statements.prepare("SELECT fingerprint, answer FROM once_keys WHERE position = ? AND key = ?");
            claim = statements.prepare("SELECT owner FROM claims WHERE claim = ?");
        }

        /** Returns the last sequence of a stream, -1 when there is no such stream. */
        long lastSequence(String stream) throws SQLException {
            StreamHead last = streamHead(stream);
            return last == null ? -1 : last.sequence();
        }

        public @Nullable StreamHead streamHead(String stream) throws SQLException {
            @Nullable StreamHead[] found = {null};
            index.greatest(hash.stream(stream), position -> {
                found[0] = at(position, stream);
                return found[0] != null;
            });
            return found[0];
        }

        private @Nullable StreamHead at(long position, String stream) throws SQLException {
            ofStream.setLong(1, position);
            ofStream.setString(2, stream);
            try (ResultSet rows = ofStream.executeQuery()) {
                return rows.next() ? new StreamHead(rows.getLong(1), rows.getString(2)) : null;
            }
        }

        public @Nullable RememberedAnswer request(byte[] id) throws SQLException {
            @Nullable RememberedAnswer[] found = {null};
            index.newest(SqliteIndexedLog.upperHalf(id), SqliteIndexedLog.lowerHalf(id), position -> {
                request.setLong(1, position);
                try (ResultSet rows = request.executeQuery()) {
                    if (rows.next() && Arrays.equals(rows.getBytes(1), id)) {
                        found[0] = new RememberedAnswer(
                                new RequestIdentity(id, rows.getBytes(2)), position, rows.getBytes(3));
                    }
                }
                return found[0] != null;
            });
            return found[0];
        }

        public @Nullable OnceKey onceKey(String key) throws SQLException {
            byte[] hashed = hash.onceKey(key);
            @Nullable OnceKey[] found = {null};
            index.newest(SqliteIndexedLog.upperHalf(hashed), SqliteIndexedLog.lowerHalf(hashed), position -> {
                onceKey.setLong(1, position);
                onceKey.setBytes(2, hashed);
                try (ResultSet rows = onceKey.executeQuery()) {
                    if (rows.next()) {
                        found[0] = new OnceKey(key, rows.getString(1), rows.getBytes(2));
                    }
                }
                return found[0] != null;
            });
            return found[0];
        }

        public @Nullable String claimOwner(byte[] claimed) throws SQLException {
            claim.setBytes(1, claimed);
            try (ResultSet rows = claim.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
