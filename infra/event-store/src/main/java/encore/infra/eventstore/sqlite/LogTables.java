package encore.infra.eventstore.sqlite;

import encore.infra.eventstore.index.PositionIndex;
import encore.infra.eventstore.log.AppendFailure.ClaimTaken;
import encore.infra.eventstore.log.AppendFailure.KeyTaken;
import encore.infra.eventstore.log.AppendFailure.RequestTaken;
import encore.infra.eventstore.log.AppendFailure.SequenceTaken;
import encore.infra.eventstore.log.AppendFailure.Undone;
import encore.infra.eventstore.log.HonouredRequest;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.NewCommit;
import encore.infra.eventstore.log.NewCommit.Behind;
import encore.infra.eventstore.log.NewCommit.Claimed;
import encore.infra.eventstore.log.NewCommit.NewEvent;
import encore.infra.eventstore.log.NewCommit.NewRequest;
import encore.infra.eventstore.log.OnceKey;
import encore.infra.eventstore.log.RequestKey;
import encore.infra.eventstore.log.StoredEvent;
import encore.infra.eventstore.log.StreamHead;
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
final class LogTables {

    private static final int CACHED_STREAMS = 65_536;

    private final LogHash hash = new LogHash();
    private final PositionIndex index;
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
    private final Map<String, Last> ends = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
            return size() > CACHED_STREAMS;
        }
    };

    private record Last(long sequence, byte[] commit) {}

    LogTables(Connection connection, PositionIndex index) throws SQLException {
        this.index = index;
        lookups = new Lookups(connection, index);
        begin = connection.prepareStatement("BEGIN IMMEDIATE");
        commit = connection.prepareStatement("COMMIT");
        insertCommit = connection.prepareStatement(
                "INSERT INTO commits (first, count, at, format, id, head) VALUES (?, ?, ?, ?, ?, ?)");
        insertEvent = connection.prepareStatement(
                "INSERT INTO events (position, stream, sequence, type, revision, metadata, payload, leaf)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?)");
        insertRequest = connection.prepareStatement(
                "INSERT INTO requests (position, id, fingerprint, answer, sum) VALUES (?, ?, ?, ?, ?)");
        insertKey = connection.prepareStatement(
                "INSERT INTO once_keys (key, position, fingerprint, answer, sum) VALUES (?, ?, ?, ?, ?)");
        insertClaim = connection.prepareStatement(
                "INSERT INTO claims (claim, owner, sum) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
        deleteClaim = connection.prepareStatement("DELETE FROM claims WHERE claim = ? AND owner = ?");
    }

    /** Reads the end of the log. */
    static Head head(Connection connection) throws SQLException {
        try (PreparedStatement head = connection.prepareStatement(
                        "SELECT first + count - 1, head, at FROM commits ORDER BY first DESC LIMIT 1");
                ResultSet rows = head.executeQuery()) {
            return rows.next() ? new Head(rows.getLong(1), rows.getBytes(2), rows.getLong(3)) : Head.EMPTY;
        }
    }

    void begin() throws SQLException {
        begin.executeUpdate();
    }

    void commit() throws SQLException {
        commit.executeUpdate();
    }

    /**
     * Writes a commit after a head. If a check fails, throws and writes nothing of the commit.
     *
     * @return the new head
     */
    Head append(NewCommit added, Head head, long now, Consumer<StoredEvent> written) throws SQLException {
        mustStandBehind(added.behind());
        mustFollowOn(added.events());
        mustBeFree(added);
        mustBeNew(added);
        long position = head.position() + added.events().size();
        honour(added.request(), position);
        use(added.onceKeys(), position);
        moveClaims(added);
        return insert(added, head, Math.max(now, head.at()), written);
    }

    private void mustFollowOn(List<NewEvent> events) throws SQLException {
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
        Last known = ends.get(stream);
        return known != null ? known.sequence() : lookups.lastSequence(stream);
    }

    /**
     * Checks the predecessor. If it is not cached any more, it is old: the command is decided again on durable events.
     */
    private void mustStandBehind(@Nullable Behind behind) {
        if (behind != null) {
            Last known = ends.get(behind.stream());
            if (known == null || !Arrays.equals(known.commit(), behind.commit())) {
                throw new Undone(behind.stream());
            }
        }
    }

    /**
     * Checks that request and once-keys are unused. Only this thread adds keys, so a key that is not indexed is unused.
     */
    private void mustBeNew(NewCommit added) throws SQLException {
        NewRequest request = added.request();
        HonouredRequest winner =
                request == null ? null : lookups.request(request.key().id());
        if (winner != null) {
            throw new RequestTaken(winner);
        }
        Set<String> own = new HashSet<>();
        for (OnceKey key : added.onceKeys()) {
            if (!own.add(key.key()) || lookups.onceKey(key.key()) != null) {
                throw new KeyTaken(key.key());
            }
        }
    }

    private void honour(@Nullable NewRequest request, long position) throws SQLException {
        if (request == null) {
            return;
        }
        byte[] id = request.key().id();
        insertRequest.setLong(1, position);
        insertRequest.setBytes(2, id);
        insertRequest.setBytes(3, request.key().fingerprint());
        insertRequest.setBytes(4, request.answer());
        insertRequest.setLong(5, RowSum.ofRequest(position, id, request.key().fingerprint(), request.answer()));
        insertRequest.executeUpdate();
        index.add(IndexRows.high(id), IndexRows.low(id), position);
    }

    private void use(List<OnceKey> keys, long position) throws SQLException {
        for (OnceKey key : keys) {
            byte[] hashed = hash.onceKey(key.key());
            insertKey.setBytes(1, hashed);
            insertKey.setLong(2, position);
            insertKey.setString(3, key.fingerprint());
            insertKey.setBytes(4, key.answer());
            insertKey.setLong(5, RowSum.ofOnceKey(hashed, position, key.fingerprint(), key.answer()));
            insertKey.executeUpdate();
            index.add(IndexRows.high(hashed), IndexRows.low(hashed), position);
        }
    }

    private void mustBeFree(NewCommit added) throws SQLException {
        for (Claimed wanted : added.taken()) {
            String owner = lookups.claimOwner(wanted.claim());
            boolean held = owner != null
                    && !owner.equals(wanted.owner())
                    && added.released().stream().noneMatch(released -> same(released, wanted.claim(), owner));
            boolean contested = added.taken().stream()
                    .anyMatch(other -> Arrays.equals(other.claim(), wanted.claim())
                            && !other.owner().equals(wanted.owner()));
            if (held || contested) {
                throw new ClaimTaken();
            }
        }
    }

    private static boolean same(Claimed claimed, byte[] claim, String owner) {
        return Arrays.equals(claimed.claim(), claim) && claimed.owner().equals(owner);
    }

    private Head insert(NewCommit added, Head head, long at, Consumer<StoredEvent> written) throws SQLException {
        List<StoredEvent> events = added.stored(head.position() + 1, at);
        LogHash.Commit columns = new LogHash.Commit(LogHash.FORMAT, head.position() + 1, events.size(), at, added.id());
        byte[] chained = head.hash();
        for (StoredEvent event : events) {
            byte[] leaf = hash.leaf(columns, event);
            chained = hash.head(chained, leaf);
            insert(event, leaf);
            ends.put(event.stream(), new Last(event.sequence(), added.id()));
            written.accept(event);
        }
        insertCommit.setLong(1, columns.first());
        insertCommit.setLong(2, columns.count());
        insertCommit.setLong(3, at);
        insertCommit.setLong(4, columns.format());
        insertCommit.setBytes(5, added.id());
        insertCommit.setBytes(6, chained);
        insertCommit.executeUpdate();
        return new Head(head.position() + events.size(), chained, at);
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

    private void moveClaims(NewCommit added) throws SQLException {
        for (Claimed released : added.released()) {
            deleteClaim.setBytes(1, released.claim());
            deleteClaim.setString(2, released.owner());
            deleteClaim.executeUpdate();
        }
        for (Claimed taken : added.taken()) {
            insertClaim.setBytes(1, taken.claim());
            insertClaim.setString(2, taken.owner());
            insertClaim.setLong(3, RowSum.ofClaim(taken.claim(), taken.owner()));
            insertClaim.executeUpdate();
        }
    }

    /** Look-ups by key, for the writer and for readers. Used by the connection's thread only. */
    static final class Lookups {

        private final LogHash hash = new LogHash();
        private final PositionIndex index;
        private final PreparedStatement ofStream;
        private final PreparedStatement request;
        private final PreparedStatement onceKey;
        private final PreparedStatement claim;

        Lookups(Connection connection, PositionIndex index) throws SQLException {
            this.index = index;
            ofStream =
                    connection.prepareStatement("SELECT sequence, type FROM events WHERE position = ? AND stream = ?");
            request = connection.prepareStatement("SELECT id, fingerprint, answer FROM requests WHERE position = ?");
            onceKey = connection.prepareStatement(
                    "SELECT fingerprint, answer FROM once_keys WHERE position = ? AND key = ?");
            claim = connection.prepareStatement("SELECT owner FROM claims WHERE claim = ?");
        }

        /** Returns the last sequence of a stream, -1 when there is no such stream. */
        long lastSequence(String stream) throws SQLException {
            StreamHead last = streamHead(stream);
            return last == null ? -1 : last.sequence();
        }

        @Nullable
        StreamHead streamHead(String stream) throws SQLException {
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

        @Nullable
        HonouredRequest request(byte[] id) throws SQLException {
            @Nullable HonouredRequest[] found = {null};
            index.newest(IndexRows.high(id), IndexRows.low(id), position -> {
                request.setLong(1, position);
                try (ResultSet rows = request.executeQuery()) {
                    if (rows.next() && Arrays.equals(rows.getBytes(1), id)) {
                        found[0] =
                                new HonouredRequest(new RequestKey(id, rows.getBytes(2)), position, rows.getBytes(3));
                    }
                }
                return found[0] != null;
            });
            return found[0];
        }

        @Nullable
        OnceKey onceKey(String key) throws SQLException {
            byte[] hashed = hash.onceKey(key);
            @Nullable OnceKey[] found = {null};
            index.newest(IndexRows.high(hashed), IndexRows.low(hashed), position -> {
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

        @Nullable
        String claimOwner(byte[] claimed) throws SQLException {
            claim.setBytes(1, claimed);
            try (ResultSet rows = claim.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }
}
