package encore.infra.eventstore.mongo;

import static com.mongodb.client.model.Filters.eq;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.InsertManyOptions;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.Updates;
import encore.infra.eventstore.keys.CopiedKey;
import encore.infra.eventstore.keys.KeyEnd;
import encore.infra.eventstore.log.StartRefused;
import encore.infra.eventstore.log.commit.NewCommit.OwnedClaim;
import encore.infra.eventstore.media.MediaStore;
import encore.infra.eventstore.mongo.commits.CommitCollection;
import encore.infra.eventstore.mongo.commits.CommitDocument;
import encore.infra.eventstore.mongo.commits.Database;
import encore.infra.eventstore.verify.CopiedCommit;
import encore.infra.eventstore.verify.LogVerifier;
import encore.kernel.audit.SignedHead;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.bson.Document;
import org.bson.types.Binary;
import org.jspecify.annotations.Nullable;

/**
 * A database that an installation is copied into. Nothing opens it before the copy is finished. An interrupted copy
 * continues after the last commit that arrived.
 */
public final class MongoInstallation implements AutoCloseable {

    static final String COPY = "copy";

    private static final String FINISHED = "finished";
    private static final String SOURCE = "source";
    private static final int BATCH_COMMITS = 500;
    private static final long BATCH_BYTES = 4L << 20;

    private final Database log;
    private final Database keys;
    private final List<Document> commits = new ArrayList<>();
    private long bytes;

    private MongoInstallation(Database log, Database keys) {
        this.log = log;
        this.keys = keys;
    }

    /** @throws StartRefused when no server answers there, or when it lacks something */
    public static MongoInstallation open(String uri) {
        Database log = Database.open(uri, "");
        boolean opened = false;
        try {
            log.createUniqueIndexes(CommitCollection.COLLECTION, "ids", "events.key");
            MongoInstallation installation = new MongoInstallation(log, Database.open(uri, MongoKeyStore.SUFFIX));
            opened = true;
            return installation;
        } finally {
            if (!opened) {
                log.close();
            }
        }
    }

    /**
     * Begins a copy or continues one.
     *
     * @param source the report on the log to copy; its head's hash identifies the log
     * @return the position after which commits are missing
     * @throws StartRefused when the database contains something else
     */
    public long begin(LogVerifier.Report source) {
        String name = HexFormat.of().formatHex(source.hash());
        Document copy = log.collection("meta").find(eq("_id", COPY)).first();
        CommitDocument last = new CommitCollection(log).last();
        if (copy == null) {
            boolean empty = last == null
                    && keys.collection(MongoKeyStore.KEYS).find().first() == null
                    && keys.collection(MongoKeyStore.SECRETS).find().first() == null;
            if (!empty) {
                throw new StartRefused("The database is not empty. Copy the installation into an empty database.");
            }
            log.collection("meta")
                    .insertOne(new Document("_id", COPY).append(SOURCE, name).append(FINISHED, false));
        } else if (Boolean.TRUE.equals(copy.getBoolean(FINISHED))) {
            throw new StartRefused("The database is not empty: an earlier copy into it is finished.");
        } else if (!name.equals(copy.getString(SOURCE))) {
            throw new StartRefused("A copy of another installation was begun in this database, or its log has grown"
                    + " since. Drop this database and the one of its keys, and copy again.");
        }
        return last == null ? 0 : last.last();
    }

    /** Marks the copy as finished. From now on the database can be opened. */
    public void finish() {
        log.collection("meta").updateOne(eq("_id", COPY), Updates.set(FINISHED, true));
    }

    static void requireFinishedCopy(Database log) {
        Document copy = log.collection("meta").find(eq("_id", COPY)).first();
        if (copy != null && !Boolean.TRUE.equals(copy.getBoolean(FINISHED))) {
            throw new StartRefused("A copy into this database was not finished: run ./encore copy again.");
        }
    }

    /** @param next the commit after it, or null */
    public void add(CopiedCommit commit, @Nullable CopiedCommit next) {
        Document document = document(commit);
        if (next == null
                || next.commit().columns().at() > commit.commit().columns().at()) {
            document.append(CommitDocument.ENDS, true);
        }
        commits.add(document);
        for (LogVerifier.Event event : commit.events()) {
            bytes += event.payload().length + event.metadata().length;
        }
        if (commits.size() >= BATCH_COMMITS || bytes >= BATCH_BYTES) {
            flush();
        }
    }

    public void flush() {
        if (!commits.isEmpty()) {
            log.collection(CommitCollection.COLLECTION).insertMany(commits, new InsertManyOptions().ordered(true));
            commits.clear();
            bytes = 0;
        }
    }

    private static Document document(CopiedCommit copied) {
        var columns = copied.commit().columns();
        List<Binary> ids = new ArrayList<>();
        ids.add(CommitDocument.commitId(columns.id()));
        List<Document> events =
                copied.events().stream().map(MongoInstallation::event).toList();
        Document document = new Document("_id", columns.first())
                .append("count", columns.count())
                .append("at", columns.at())
                .append("format", columns.format())
                .append("ids", ids)
                .append("head", new Binary(copied.commit().head()))
                .append("events", events)
                .append(CommitDocument.BY, COPY);
        var request = copied.request();
        if (request != null) {
            ids.add(new Binary(request.key().id()));
            Document honoured =
                    new Document("fingerprint", new Binary(request.key().fingerprint()));
            byte[] answer = request.answer();
            document.append("request", answer == null ? honoured : honoured.append("answer", new Binary(answer)));
        }
        if (!copied.keys().isEmpty()) {
            copied.keys().forEach(key -> ids.add(new Binary(key.hash())));
            document.append(
                    "keys",
                    copied.keys().stream()
                            .map(key -> new Document("fingerprint", key.fingerprint())
                                    .append("answer", new Binary(key.answer())))
                            .toList());
        }
        return document;
    }

    private static Document event(LogVerifier.Event event) {
        return new Document("key", CommitDocument.slot(text(event.stream()), event.sequence()))
                .append("type", text(event.type()))
                .append("revision", text(event.revision()))
                .append("metadata", new Binary(event.metadata()))
                .append("payload", new Binary(event.payload()))
                .append("leaf", new Binary(event.leaf()));
    }

    private static String text(byte[] utf8) {
        return new String(utf8, StandardCharsets.UTF_8);
    }

    public void add(OwnedClaim claim) {
        put(
                log.collection(MongoClaims.COLLECTION),
                new Document("_id", new Binary(claim.claim())).append(MongoClaims.OWNER, claim.owner()));
    }

    /** Returns the store for the bytes of media. */
    public MediaStore media() {
        return new MongoMediaStore(log, null);
    }

    public void addToken(String processor, long position) {
        put(
                log.collection(MongoTokenStore.COLLECTION),
                new Document("_id", processor).append(MongoTokenStore.POSITION, position));
    }

    public void add(SignedHead head) {
        new MongoHeadStore(log).save(head);
    }

    public void add(CopiedKey key) {
        Document document = new Document("_id", key.subject());
        byte[] bytesOfKey = key.key();
        KeyEnd end = key.end();
        if (bytesOfKey != null) {
            document.append(MongoKeyStore.KEY, new Binary(bytesOfKey));
        } else {
            document.append(MongoKeyStore.DESTROYED, true);
        }
        if (end != null && end.erased()) {
            document.append(MongoKeyStore.ERASED, true);
        }
        if (end != null && end.successor() != null) {
            document.append(MongoKeyStore.SUCCESSOR, end.successor());
        }
        put(keys.collection(MongoKeyStore.KEYS), document);
    }

    public void addSecret(String name, byte[] secret) {
        put(
                keys.collection(MongoKeyStore.SECRETS),
                new Document("_id", name).append(MongoKeyStore.SECRET, new Binary(secret)));
    }

    public void addSwept(long position) {
        put(
                keys.collection(MongoKeyStore.SWEPT),
                new Document("_id", MongoKeyStore.SWEPT).append(MongoKeyStore.POSITION, position));
    }

    /** Replaces instead of inserting: a continued copy writes some documents twice. */
    private static void put(MongoCollection<Document> collection, Document document) {
        collection.replaceOne(eq("_id", document.get("_id")), document, new ReplaceOptions().upsert(true));
    }

    /** Counts the documents beside the log. */
    public SideTableCounts countSideTables() {
        long requests = 0;
        long onceKeys = 0;
        for (Document commit : log.collection(CommitCollection.COLLECTION).find()) {
            requests += commit.get("request") == null ? 0 : 1;
            onceKeys += commit.get("keys") == null
                    ? 0
                    : commit.getList("keys", Document.class).size();
        }
        return new SideTableCounts(
                requests,
                onceKeys,
                count(log.collection(MongoClaims.COLLECTION)),
                count(log.collection(MongoTokenStore.COLLECTION)),
                count(keys.collection(MongoKeyStore.KEYS)),
                count(keys.collection(MongoKeyStore.SECRETS)));
    }

    private static long count(MongoCollection<Document> collection) {
        long counted = 0;
        for (Document each : collection.find()) {
            counted++;
        }
        return counted;
    }

    /** The numbers of documents beside a log. */
    public record SideTableCounts(long requests, long onceKeys, long claims, long tokens, long keys, long secrets) {}

    @Override
    public void close() {
        try (log;
                keys) {
            // Closes both.
        }
    }
}
