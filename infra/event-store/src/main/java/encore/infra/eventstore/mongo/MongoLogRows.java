package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.and;
import static com.mongodb.client.model.Filters.gt;
import static com.mongodb.client.model.Filters.gte;
import static com.mongodb.client.model.Filters.lte;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.Sorts;
import encore.infra.eventstore.log.LogHash;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.log.commit.RememberedAnswer;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.sidetables.SideTableRows;
import encore.infra.eventstore.verify.LogVerifier;
import encore.kernel.audit.SignedHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import java.util.Set;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * Reads a log in MongoDB for verification, also while others append to it. It ends where the log ended when it was
 * opened.
 */
public final class MongoLogRows implements SideTableRows, AutoCloseable {

    private static final int BATCH = 500;
    private static final int HASH_BYTES = 32;
    private static final int ID_BYTES = 16;

    private final Database database;
    private final MongoCollection<Document> commits;
    private final List<SignedHead> heads;
    private final long last;

    /** The commit that the iterator returned last, as it is stored. */
    private Document currentCommit = new Document();

    private long keyCount;

    private MongoLogRows(Database database) {
        this.database = database;
        commits = database.collection(CommitCollection.COLLECTION);
        // Read before the log's end, so that no signed head lies after it.
        heads = new MongoHeadStore(database).after(0, Integer.MAX_VALUE);
        Document newest = commits.find(gte("_id", Long.MIN_VALUE))
                .sort(Sorts.descending("_id"))
                .limit(1)
                .first();
        last = newest == null ? 0 : CommitDocument.number(newest, "_id");
    }

    public static MongoLogRows open(String uri) {
        return new MongoLogRows(Database.open(uri, ""));
    }

    /** Returns the signed heads that are stored beside the log. */
    public List<SignedHead> heads() {
        return heads;
    }

    @Override
    public long last() {
        return last;
    }

    private MongoCursor<Document> openCursor() {
        return commits.find(and(gte("_id", Long.MIN_VALUE), lte("_id", last)))
                .sort(Sorts.ascending("_id"))
                .batchSize(BATCH)
                .cursor();
    }

    @Override
    public Iterator<LogVerifier.Commit> commits() {
        keyCount = 0;
        MongoCursor<Document> documents = openCursor();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return documents.hasNext();
            }

            @Override
            public LogVerifier.Commit next() {
                Document commit = documents.next();
                currentCommit = commit;
                keyCount += keysOf(commit).size();
                return new LogVerifier.Commit(
                        new LogHash.Commit(
                                CommitDocument.number(commit, "format"),
                                CommitDocument.number(commit, "_id"),
                                CommitDocument.number(commit, "count"),
                                CommitDocument.number(commit, "at"),
                                commit.getList("ids", Binary.class).getFirst().getData()),
                        CommitDocument.bytes(commit, "head"));
            }
        };
    }

    @Override
    public Iterator<LogVerifier.Event> events() {
        MongoCursor<Document> documents = openCursor();
        Queue<LogVerifier.Event> page = new ArrayDeque<>();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                while (page.isEmpty() && documents.hasNext()) {
                    addEvents(documents.next(), page);
                }
                return !page.isEmpty();
            }

            @Override
            public LogVerifier.Event next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return page.remove();
            }
        };
    }

    private static void addEvents(Document commit, Queue<LogVerifier.Event> events) {
        long position = CommitDocument.number(commit, "_id");
        for (Document event : commit.getList("events", Document.class)) {
            String key = event.getString("key");
            int at = key.lastIndexOf('@');
            events.add(new LogVerifier.Event(
                    position++,
                    utf8(at < 0 ? key : key.substring(0, at)),
                    sequence(key.substring(at + 1)),
                    utf8(event.getString("type")),
                    utf8(event.getString("revision")),
                    CommitDocument.bytes(event, "metadata"),
                    CommitDocument.bytes(event, "payload"),
                    CommitDocument.bytes(event, "leaf")));
        }
    }

    /** Returns a value that no leaf matches when the sequence is not a number: we did not write such an event. */
    private static long sequence(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            return Long.MIN_VALUE;
        }
    }

    @Override
    public @Nullable Long unfounded() {
        try (MongoCursor<Document> documents = openCursor()) {
            while (documents.hasNext()) {
                Document commit = documents.next();
                if (!hasMatchingIds(commit)) {
                    return lastPosition(commit);
                }
            }
            return null;
        }
    }

    private static boolean hasMatchingIds(Document commit) {
        List<Binary> ids = commit.getList("ids", Binary.class);
        Document request = commit.get("request", Document.class);
        List<Document> keys = keysOf(commit);
        int requests = request == null ? 0 : 1;
        return ids.size() == 1 + requests + keys.size()
                && (request == null
                        || ids.get(1).length() == HASH_BYTES
                                && CommitDocument.bytes(request, "fingerprint").length == HASH_BYTES)
                && ids.subList(1 + requests, ids.size()).stream().allMatch(id -> id.length() == ID_BYTES);
    }

    private static List<Document> keysOf(Document commit) {
        return commit.get("keys") == null ? List.of() : commit.getList("keys", Document.class);
    }

    @Override
    public @Nullable RememberedAnswer rememberedAnswer(LogVerifier.Commit commit) {
        Document request = currentCommit.get("request", Document.class);
        List<Binary> ids = currentCommit.getList("ids", Binary.class);
        return request == null || ids.size() < 2
                ? null
                : CommitDocument.rememberedAnswer(request, ids.get(1).getData(), lastPosition(currentCommit));
    }

    private static long lastPosition(Document commit) {
        return CommitDocument.number(commit, "_id") + CommitDocument.number(commit, "count") - 1;
    }

    @Override
    public @Nullable StoredOnceKey onceKey(LogVerifier.Commit commit, byte[] hash) {
        return keptKeys(currentCommit).stream()
                .filter(key -> Arrays.equals(key.hash(), hash))
                .findFirst()
                .orElse(null);
    }

    private static List<StoredOnceKey> keptKeys(Document commit) {
        List<Document> kept = keysOf(commit);
        List<Binary> ids = commit.getList("ids", Binary.class);
        int before = ids.size() - kept.size();
        List<StoredOnceKey> found = new ArrayList<>(kept.size());
        for (int i = Math.max(0, -before); i < kept.size(); i++) {
            found.add(new StoredOnceKey(
                    lastPosition(commit),
                    ids.get(before + i).getData(),
                    kept.get(i).getString("fingerprint"),
                    CommitDocument.bytes(kept.get(i), "answer")));
        }
        return found;
    }

    @Override
    public long keyCount() {
        return keyCount;
    }

    /** Returns null: the unique index on ids prevents it. */
    @Override
    public @Nullable Long firstDuplicateOnceKey() {
        return null;
    }

    @Override
    public Iterator<StoredOnceKey> onceKeys() {
        List<StoredOnceKey> all = new ArrayList<>();
        try (MongoCursor<Document> documents = openCursor()) {
            documents.forEachRemaining(commit -> all.addAll(keptKeys(commit)));
        }
        return all.iterator();
    }

    /** Returns the claims and their owners. A reserved claim counts as completed if its commit is in the log. */
    @Override
    public Iterator<OwnedClaim> claims() {
        MongoCursor<Document> documents = database.collection(MongoClaims.COLLECTION)
                .find()
                .batchSize(BATCH)
                .cursor();
        Queue<OwnedClaim> next = new ArrayDeque<>();
        CommitCollection log = new CommitCollection(database);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                while (next.isEmpty() && documents.hasNext()) {
                    Document claim = documents.next();
                    String owner = MongoClaims.ownerOf(claim, log);
                    if (owner != null) {
                        next.add(new OwnedClaim(claim.get("_id", Binary.class).getData(), owner));
                    }
                }
                return !next.isEmpty();
            }

            @Override
            public OwnedClaim next() {
                if (!hasNext()) {
                    throw new NoSuchElementException();
                }
                return next.remove();
            }
        };
    }

    @Override
    public Set<String> streamsChangedSince() {
        Set<String> moved = new HashSet<>();
        for (Document commit : commits.find(gt("_id", last))) {
            for (Document event : commit.getList("events", Document.class)) {
                String key = event.getString("key");
                moved.add(key.substring(0, Math.max(0, key.lastIndexOf('@'))));
            }
        }
        return moved;
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        database.close();
    }
}
